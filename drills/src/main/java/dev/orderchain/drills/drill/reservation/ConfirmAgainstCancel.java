package dev.orderchain.drills.drill.reservation;

import dev.orderchain.drills.evidence.Evidence;
import dev.orderchain.drills.evidence.Evidence.Lane;
import dev.orderchain.drills.stage.Drill;
import dev.orderchain.drills.stage.Pieces;
import dev.orderchain.drills.stage.Stage;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Confirm and Cancel of one reservation, in both orders and at once: one of them holds. */
public final class ConfirmAgainstCancel implements Drill {
  private static final int RACES = 20;

  @Override
  public String name() {
    return "confirm-against-cancel";
  }

  @Override
  public String fault() {
    return "a Confirm and a Cancel of one reservation, in both orders, and "
        + RACES
        + " times at once";
  }

  @Override
  public boolean runsHere() {
    return true;
  }

  @Override
  public void run(Stage stage) throws Exception {
    Evidence evidence = stage.evidence();
    String coordinator = Branch.coordinator(stage);
    Pieces before = stage.counts().pieces();
    Branch sold = new Branch(stage, coordinator);
    evidence.demand("try", sold.reserve(1), "201/RESERVED");
    evidence.demand("confirm", sold.confirm(), "200/CONFIRMED");
    evidence.demand("lateCancel", sold.cancel(), "409/reservation-confirmed");
    Branch back = new Branch(stage, coordinator);
    back.reserve(1);
    evidence.demand("cancel", back.cancel(), "200/CANCELLED");
    evidence.demand("lateConfirm", back.confirm(), "409/reservation-cancelled");
    evidence.hit("both were asked for, in both orders");
    evidence.demand("movedInTurn", stage.counts().pieces().since(before), "-1/0/1");
    int confirmed = 1 + race(stage, coordinator);
    evidence.demand(
        "moved", stage.counts().pieces().since(before), new Pieces(-confirmed, 0, confirmed));
  }

  /** Both at once, many times over; how many were confirmed. */
  private static int race(Stage stage, String coordinator) throws Exception {
    int confirmed = 0;
    int oneEnd = 0;
    try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
      for (int i = 0; i < RACES; i++) {
        Branch branch = new Branch(stage, coordinator);
        branch.reserve(1);
        CountDownLatch both = new CountDownLatch(2);
        List<Future<String>> ends =
            List.of("confirm", "cancel").stream()
                .map(end -> threads.submit(() -> askTogether(both, branch, end)))
                .toList();
        String answers = ends.get(0).get() + ", " + ends.get(1).get();
        String state = branch.state();
        stage.evidence().mark(Lane.CHECK, "both at once: " + answers);
        if (state.equals("CONFIRMED")) confirmed++;
        if (answers.equals(answersOf(state))) oneEnd++;
      }
    }
    stage.evidence().show("raced", RACES);
    stage.evidence().demand("oneEnd", oneEnd, RACES);
    return confirmed;
  }

  private static String askTogether(CountDownLatch both, Branch branch, String end)
      throws Exception {
    both.countDown();
    both.await();
    return branch.askFor(end);
  }

  /** To the Confirm and to the Cancel, of a reservation that came to this end. */
  private static String answersOf(String state) {
    return state.equals("CONFIRMED")
        ? "200/CONFIRMED, 409/reservation-confirmed"
        : "409/reservation-cancelled, 200/CANCELLED";
  }
}
