package dev.orderchain.drills.world;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.orderchain.drills.CannotRun;
import java.lang.reflect.Proxy;
import java.util.List;
import org.junit.jupiter.api.Test;

class HereTest {
  private static Target part(String name, boolean healthy) {
    return (Target)
        Proxy.newProxyInstance(
            Target.class.getClassLoader(),
            new Class<?>[] {Target.class},
            (self, method, arguments) -> method.getName().equals("name") ? name : healthy);
  }

  @Test
  void chainThatRunsIsTaken() {
    Here here = new Here(List.of(part("redis", true)), "scripts/up");
    assertFalse(here.isTaken());
    here.take();
    assertTrue(here.isTaken());
    assertEquals(List.of(), here.missing());
  }

  /** Or the end of the command would start what its user had not. */
  @Test
  void chainThatDoesNotRunIsNotTaken() {
    Here here = new Here(List.of(part("redis", true), part("kafka", false)), "scripts/up");
    CannotRun refused = assertThrows(CannotRun.class, here::take);
    assertEquals("kafka does not run: scripts/up starts the chain", refused.getMessage());
    assertFalse(here.isTaken());
  }
}
