package dev.orderchain.drills.client;

import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/** Ids as order-service gives them: UUIDs of version 7, which begin with the time. */
public final class OrderIds {
  private OrderIds() {}

  public static String next() {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    long high = System.currentTimeMillis() << 16 | 0x7000 | random.nextInt(0x1000);
    long low = random.nextLong() >>> 2 | 0x8000_0000_0000_0000L;
    return new UUID(high, low).toString();
  }
}
