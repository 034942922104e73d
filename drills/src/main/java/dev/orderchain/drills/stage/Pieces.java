package dev.orderchain.drills.stage;

/** How many pieces of a product are available, reserved and sold. */
public record Pieces(long available, long reserved, long sold) {

  static Pieces parse(String text) {
    String[] parts = text.split("/");
    return new Pieces(Long.parseLong(parts[0]), Long.parseLong(parts[1]), Long.parseLong(parts[2]));
  }

  /** What has changed since then. */
  public Pieces since(Pieces before) {
    return new Pieces(available - before.available, reserved - before.reserved, sold - before.sold);
  }

  /** As {@code available/reserved/sold}. */
  @Override
  public String toString() {
    return available + "/" + reserved + "/" + sold;
  }
}
