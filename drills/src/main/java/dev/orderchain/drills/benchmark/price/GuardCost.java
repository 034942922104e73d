package dev.orderchain.drills.benchmark.price;

import dev.orderchain.drills.benchmark.measure.Figure;
import dev.orderchain.drills.benchmark.measure.Results;
import dev.orderchain.drills.benchmark.measure.Samples;
import dev.orderchain.drills.client.RedisConnection;
import dev.orderchain.testbed.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * What it costs that an entry is read together with its floor: the script that order-service calls
 * for a hit, by its digest, against a GET of the same entry, in turns on one connection, one call
 * at a time.
 */
final class GuardCost {
  private static final Path SCRIPTS =
      Path.of("order-service/src/main/resources/dev/orderchain/order/price");
  private static final int BLOCK = 1_000;

  private final RedisConnection redis;
  private final Way get;
  private final Way guarded;

  /** Of a product that is in Redis, where order-service has run its script before. */
  GuardCost(RedisConnection redis, String sku) throws IOException, GeneralSecurityException {
    this.redis = redis;
    String entry = "price:" + sku + ":cache";
    get = new Way("plain GET", "GET", entry);
    guarded =
        new Way(
            "guarded_read",
            "EVALSHA",
            digest(),
            "3",
            "price:epoch",
            "price:" + sku + ":floor",
            entry,
            "bench",
            "10000");
  }

  private static String digest() throws IOException, GeneralSecurityException {
    Path folder = Checkout.here().root().resolve(SCRIPTS);
    MessageDigest sha1 = MessageDigest.getInstance("SHA-1");
    for (String part : List.of("common.lua", "guarded_read.lua")) {
      sha1.update(Files.readAllBytes(folder.resolve(part)));
    }
    return HexFormat.of().formatHex(sha1.digest());
  }

  void measure(int blocks, Results report) throws IOException {
    if (!guarded.call().equals(get.call())) {
      throw new IllegalStateException("the script does not answer with the entry");
    }
    for (int block = 0; block < blocks; block++) {
      get.measure();
      guarded.measure();
    }
    get.addTo(report);
    guarded.addTo(report);
  }

  private final class Way {
    private final String name;
    private final String[] words;
    private final List<Double> micros = new ArrayList<>();
    private double cpuMicros;

    Way(String name, String... words) {
      this.name = name;
      this.words = words;
    }

    Object call() throws IOException {
      return redis.call(words);
    }

    void measure() throws IOException {
      double before = redisMicros();
      for (int i = 0; i < BLOCK; i++) {
        long start = System.nanoTime();
        call();
        micros.add((System.nanoTime() - start) / 1e3);
      }
      cpuMicros += redisMicros() - before;
    }

    void addTo(Results report) {
      Samples all = Samples.of(micros);
      report.raw(name + " micros", all.percentiles());
      report.add(Figure.stated(name + ", p50", all.median(), "µs"));
      report.add(Figure.stated(name + ", Redis' CPU", cpuMicros / all.count(), "µs"));
    }
  }

  /** To the microsecond, which /proc is not. */
  private double redisMicros() throws IOException {
    String cpu = (String) redis.call("INFO", "cpu");
    return 1e6
        * cpu.lines()
            .filter(line -> line.matches("used_cpu_(sys|user):.*"))
            .mapToDouble(line -> Double.parseDouble(line.substring(line.indexOf(':') + 1)))
            .sum();
  }
}
