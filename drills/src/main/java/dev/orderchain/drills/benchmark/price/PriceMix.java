package dev.orderchain.drills.benchmark.price;

import dev.orderchain.drills.benchmark.load.Load;
import dev.orderchain.drills.benchmark.load.Reading;
import dev.orderchain.drills.benchmark.load.Rig;
import dev.orderchain.drills.benchmark.measure.Figure;
import dev.orderchain.drills.benchmark.measure.Results;
import dev.orderchain.drills.client.HttpConnection;
import dev.orderchain.drills.client.Metrics;
import dev.orderchain.testbed.Chain;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/** How many reads Redis answers when whoever reads a price also changes it, once in 500 times. */
final class PriceMix {
  private static final int READS_A_CHANGE = 500;

  private final String address;
  private final String authorization;
  private final int skus;
  private final List<Member> members = new ArrayList<>();

  PriceMix(Chain chain, int skus) {
    address = chain.orderService().address();
    authorization = "Authorization: Bearer " + chain.mintToken("backoffice", "operator") + "\r\n";
    this.skus = skus;
  }

  void measure(int connections, Duration window, Results report) throws Exception {
    double before = databaseReads();
    try (Load load = new Load(connections, this::join)) {
      Load.Done done = load.run(window);
      long changes = members.stream().mapToLong(member -> member.changes).sum();
      long told = members.stream().mapToLong(member -> member.told).sum();
      long hits = members.stream().mapToLong(member -> member.reading.hits()).sum();
      report.raw("price mix: reads", done.units());
      report.raw("price mix: changes", changes);
      report.raw("price mix: changes that the cache knew of when they were answered", told);
      report.raw("price mix: reads from the database", databaseReads() - before);
      report.add(
          Figure.stated(
              "hits, a price change every %,.0f reads".formatted((double) done.units() / changes),
              100.0 * hits / done.units(),
              "%"));
    }
  }

  private Member join() throws IOException {
    members.add(new Member());
    return members.getLast();
  }

  private double databaseReads() throws IOException {
    return Metrics.sum(address, "prices_database_reads_total", "");
  }

  private final class Member implements Load.Worker {
    private final Reading reading = new Reading(address, skus);
    private final HttpConnection http = new HttpConnection(address);
    private long changes;
    private long told;

    Member() throws IOException {}

    @Override
    public void work() throws IOException {
      int number = ThreadLocalRandom.current().nextInt(skus);
      String etag = reading.read(number).etag();
      if (ThreadLocalRandom.current().nextInt(READS_A_CHANGE) == 0) change(number, etag);
    }

    /** Somebody else may have been quicker, and then it is not changed. */
    private void change(int number, String etag) throws IOException {
      HttpConnection.Response answer =
          http.put(
              "/products/" + Rig.sku(number),
              authorization + "If-Match: " + etag + "\r\n",
              "{\"priceCents\":" + ThreadLocalRandom.current().nextInt(100, 1_000) + "}");
      switch (answer.status()) {
        case 200 -> {
          changes++;
          if (answer.body().contains("\"invalidated\":true")) told++;
        }
        case 412 -> {}
        default -> throw new IllegalStateException("a price change was answered " + answer);
      }
    }

    @Override
    public void close() throws IOException {
      reading.close();
      http.close();
    }
  }
}
