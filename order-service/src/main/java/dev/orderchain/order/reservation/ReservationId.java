package dev.orderchain.order.reservation;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The identity of a reservation, compared byte for byte.
 *
 * @param orderId a UUID in lower case
 * @param branchId names one of the order's reservations
 */
public record ReservationId(String orderId, String branchId) {
  /** The branch that this service decides about itself; a coordinator elsewhere has no say. */
  public static final String OWN_BRANCH = "stock";

  private static final Pattern UUID =
      Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");
  private static final Pattern BRANCH = Pattern.compile("[A-Za-z0-9._~-]{1,64}");

  /** Empty when one of them is malformed. */
  static Optional<ReservationId> parse(String orderId, String branchId) {
    return UUID.matcher(orderId).matches() && BRANCH.matcher(branchId).matches()
        ? Optional.of(new ReservationId(orderId, branchId))
        : Optional.empty();
  }

  boolean isOwn() {
    return branchId.equals(OWN_BRANCH);
  }
}
