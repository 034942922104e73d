package dev.orderchain.order.database;

/**
 * Rows are not as other rows say that they are: a broken invariant, and nothing that trying again
 * would mend. The transaction has to be rolled back.
 */
public final class TablesDisagree extends IllegalStateException {
  public TablesDisagree(String message) {
    super(message);
  }
}
