package dev.orderchain.drills.drill.reservation;

import dev.orderchain.drills.evidence.Evidence;
import dev.orderchain.drills.stage.Drill;
import dev.orderchain.drills.stage.Pieces;
import dev.orderchain.drills.stage.Stage;

/** A Cancel overtakes its Try, which finds the tombstone. */
public final class CancelTryCancel implements Drill {

  @Override
  public String name() {
    return "cancel-try-cancel";
  }

  @Override
  public String fault() {
    return "a Cancel comes before its Try, and once more after it: the Try is refused";
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
    evidence.demand("first", branch.cancel(), "200/CANCELLED");
    evidence.hit("the Cancel came first");
    evidence.demand("try", branch.reserve(1), "409/reservation-cancelled");
    evidence.demand("again", branch.cancel(), "200/CANCELLED");
    evidence.demand("state", branch.state(), "CANCELLED");
    evidence.demand("moved", stage.counts().pieces().since(before), "0/0/0");
  }
}
