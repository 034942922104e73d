package dev.orderchain.drills.world.local;

import dev.orderchain.drills.world.Here;
import dev.orderchain.testbed.Chain;
import dev.orderchain.testbed.Checkout;
import java.util.List;
import java.util.Set;

/** The chain of {@code scripts/up}. */
public final class LocalHere extends LocalWorld {
  private final Here here = new Here(targets(), "scripts/up");

  public LocalHere() {
    super(Chain.local(Checkout.here()), Set.of());
  }

  @Override
  public boolean isHere() {
    return true;
  }

  @Override
  public void start() {
    here.take();
  }

  @Override
  String account() {
    return "auditor";
  }

  @Override
  public void close() {
    if (here.isTaken()) heal();
  }

  @Override
  public List<String> leftovers() {
    return here.missing();
  }
}
