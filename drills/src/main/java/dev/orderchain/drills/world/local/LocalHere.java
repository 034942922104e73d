package dev.orderchain.drills.world.local;

import dev.orderchain.drills.CannotRun;
import dev.orderchain.testbed.Chain;
import dev.orderchain.testbed.Checkout;
import dev.orderchain.testbed.Part;
import java.util.List;
import java.util.Set;

/** The chain of {@code scripts/up}. */
public final class LocalHere extends LocalWorld {
  public LocalHere() {
    super(Chain.local(Checkout.here()), Set.of());
  }

  @Override
  public boolean isHere() {
    return true;
  }

  @Override
  public void start() {
    List<String> missing = missing();
    if (!missing.isEmpty()) {
      throw new CannotRun(String.join("; ", missing) + ": scripts/up starts the chain");
    }
  }

  private List<String> missing() {
    return parts().stream()
        .filter(part -> !part.isHealthy())
        .map(Part::name)
        .map(name -> name + " does not run")
        .toList();
  }

  @Override
  String account() {
    return "auditor";
  }

  @Override
  public void close() {
    heal();
  }

  @Override
  public List<String> leftovers() {
    return missing();
  }
}
