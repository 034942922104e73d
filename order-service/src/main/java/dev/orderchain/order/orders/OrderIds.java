package dev.orderchain.order.orders;

import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/** Order ids: UUID version 7 (RFC 9562), so that new rows go to the end of the primary key. */
public final class OrderIds {
  private OrderIds() {}

  public static String next() {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    long milliseconds = System.currentTimeMillis() & 0xFFFF_FFFF_FFFFL;
    long high = milliseconds << 16 | 0x7000 | random.nextInt(1 << 12);
    long low = 0x8000_0000_0000_0000L | random.nextLong() >>> 2;
    return new UUID(high, low).toString();
  }
}
