package dev.orderchain.drills.histories;

import dev.orderchain.drills.evidence.Evidence;
import dev.orderchain.drills.evidence.Evidence.Lane;
import dev.orderchain.drills.histories.Shop.Answer;
import dev.orderchain.drills.histories.Shop.Pieces;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Histories of one reservation, as another coordinator makes them over HTTP. */
final class Reserving {
  private static final int RACES = 20;

  private final Shop shop;
  private final Evidence evidence;
  private final String sku;
  private final Pieces before;

  private Reserving(Shop shop, Evidence evidence, String sku) throws Exception {
    this.shop = shop;
    this.evidence = evidence;
    this.sku = sku;
    before = shop.pieces(sku);
    evidence.hit("nothing is broken in this history");
    step("before: %s of %s available/reserved/sold", before, sku);
  }

  static void cancelTryCancel(Shop shop, Evidence evidence) throws Exception {
    Reserving history = new Reserving(shop, evidence, "SKU-SCARCE");
    Branch branch = history.new Branch();
    evidence.demand("first", branch.call("cancel"), "200/CANCELLED");
    evidence.demand("try", branch.reserve(1), "409/reservation-cancelled");
    evidence.demand("again", branch.call("cancel"), "200/CANCELLED");
    evidence.demand("state", branch.state(), "CANCELLED");
    history.demandMoved("moved", 0, 0, 0);
  }

  static void confirmAgainstCancel(Shop shop, Evidence evidence) throws Exception {
    Reserving history = new Reserving(shop, evidence, "SKU-2");
    Branch sold = history.new Branch();
    evidence.demand("try", sold.reserve(1), "201/RESERVED");
    evidence.demand("confirm", sold.call("confirm"), "200/CONFIRMED");
    evidence.demand("lateCancel", sold.call("cancel"), "409/reservation-confirmed");
    Branch back = history.new Branch();
    back.reserve(1);
    evidence.demand("cancel", back.call("cancel"), "200/CANCELLED");
    evidence.demand("lateConfirm", back.call("confirm"), "409/reservation-cancelled");
    history.demandMoved("movedInTurn", -1, 0, 1);
    int confirmed = 1 + history.race();
    history.demandMoved("moved", -confirmed, 0, confirmed);
  }

  /** Both at once, many times over; how many were confirmed. */
  private int race() throws Exception {
    int confirmed = 0;
    int oneEnd = 0;
    try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
      for (int i = 0; i < RACES; i++) {
        Branch branch = new Branch();
        branch.ask("PUT", "", branch.body(1));
        CountDownLatch both = new CountDownLatch(2);
        List<Future<Answer>> calls =
            List.of("/confirm", "/cancel").stream()
                .map(call -> threads.submit(() -> branch.askTogether(both, call)))
                .toList();
        String outcome = calls.get(0).get() + ", " + calls.get(1).get();
        String state = branch.ask("GET", "", "").word();
        if (state.equals("CONFIRMED")) confirmed++;
        boolean agrees =
            outcome.equals(
                state.equals("CONFIRMED")
                    ? "200/CONFIRMED, 409/reservation-confirmed"
                    : "409/reservation-cancelled, 200/CANCELLED");
        if (agrees) oneEnd++;
        else step("race %d: %s, and it is %s", i + 1, outcome, state);
      }
    }
    step(
        "Confirm and Cancel at once, %d times: %d CONFIRMED, %d CANCELLED",
        RACES, confirmed, RACES - confirmed);
    evidence.show("raced", RACES);
    evidence.demand("oneEnd", oneEnd, RACES);
    return confirmed;
  }

  static void tryTryOther(Shop shop, Evidence evidence) throws Exception {
    Reserving history = new Reserving(shop, evidence, "SKU-2");
    Branch branch = history.new Branch();
    evidence.demand("try", branch.reserve(1), "201/RESERVED");
    evidence.demand("same", branch.reserve(1), "200/RESERVED");
    evidence.demand("other", branch.reserve(2), "422/reservation-conflict");
    history.demandMoved("movedByTry", -1, 1, 0);
    evidence.demand("cancel", branch.call("cancel"), "200/CANCELLED");
    history.demandMoved("moved", 0, 0, 0);
  }

  private void demandMoved(String name, long available, long reserved, long sold) throws Exception {
    Pieces now = shop.pieces(sku);
    step("%s of %s available/reserved/sold", now, sku);
    evidence.demand(name, now.since(before), new Pieces(available, reserved, sold));
  }

  private void step(String format, Object... values) {
    evidence.mark(Lane.CHECK, format.formatted(values));
  }

  /** A reservation that nobody has heard of. */
  private final class Branch {
    private final String path = "/reservations/" + UUID.randomUUID() + "/histories";

    String body(int quantity) {
      return "{\"sku\":\"%s\",\"quantity\":%d}".formatted(sku, quantity);
    }

    Answer ask(String method, String call, String body) throws Exception {
      return shop.ask("coordinator", method, path + call, body);
    }

    Answer askTogether(CountDownLatch both, String call) throws Exception {
      both.countDown();
      both.await();
      return ask("POST", call, "");
    }

    Answer reserve(int quantity) throws Exception {
      Answer answer = ask("PUT", "", body(quantity));
      step("Try %d: %s", quantity, answer);
      return answer;
    }

    Answer call(String name) throws Exception {
      Answer answer = ask("POST", "/" + name, "");
      step("%s: %s", name.equals("cancel") ? "Cancel" : "Confirm", answer);
      return answer;
    }

    String state() throws Exception {
      return ask("GET", "", "").word();
    }
  }
}
