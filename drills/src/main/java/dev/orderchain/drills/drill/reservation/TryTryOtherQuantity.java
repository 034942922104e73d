package dev.orderchain.drills.drill.reservation;

import dev.orderchain.drills.evidence.Evidence;
import dev.orderchain.drills.stage.Drill;
import dev.orderchain.drills.stage.Pieces;
import dev.orderchain.drills.stage.Stage;

/** A Try comes again with another quantity: a conflict, and the first one stands. */
public final class TryTryOtherQuantity implements Drill {

  @Override
  public String name() {
    return "try-try-other-quantity";
  }

  @Override
  public String fault() {
    return "a Try comes again, and once more with another quantity: a conflict, and the first one"
        + " stands";
  }

  @Override
  public boolean runsHere() {
    return true;
  }

  @Override
  public void run(Stage stage) throws Exception {
    Evidence evidence = stage.evidence();
    Pieces before = stage.counts().pieces();
    Branch branch = new Branch(stage, Branch.coordinator(stage));
    evidence.demand("try", branch.reserve(1), "201/RESERVED");
    evidence.demand("same", branch.reserve(1), "200/RESERVED");
    evidence.demand("other", branch.reserve(2), "422/reservation-conflict");
    evidence.hit("the same reservation was asked for with another quantity");
    evidence.demand("movedByTry", stage.counts().pieces().since(before), "-1/1/0");
    evidence.demand("cancel", branch.cancel(), "200/CANCELLED");
    evidence.demand("moved", stage.counts().pieces().since(before), "0/0/0");
  }
}
