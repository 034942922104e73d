package dev.orderchain.drills.world;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.orderchain.testbed.Chain;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WireTest {
  @Test
  void anOrderOnAccountNeedsNeitherTheProviderNorWhatOnlyPricesNeed() {
    assertEquals(
        EnumSet.of(
            Wire.ORDER_TO_DATABASE,
            Wire.RELAY_TO_DATABASE,
            Wire.RELAY_TO_KAFKA,
            Wire.NOTIFICATION_TO_DATABASE,
            Wire.NOTIFICATION_TO_KAFKA),
        Wire.ofEveryOrder());
  }

  @Test
  void theChainTellsEachServiceOfEachServerByTheVariableOfItsWire(@TempDir Path folder) {
    Chain chain = Chain.in(folder);
    for (Wire wire : Wire.values()) {
      Set<String> known = chain.environment(wire.service()).keySet();
      assertTrue(known.contains(wire.variable()), wire + ": " + wire.variable());
    }
  }
}
