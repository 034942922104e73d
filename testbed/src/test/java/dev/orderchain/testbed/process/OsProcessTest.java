package dev.orderchain.testbed.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class OsProcessTest {
  private Process sleep;
  private OsProcess process;

  @BeforeEach
  void startSomething() throws Exception {
    sleep = new ProcessBuilder("sleep", "60").start();
    process = OsProcess.running(sleep.pid()).orElseThrow();
  }

  @AfterEach
  void endIt() {
    sleep.destroyForcibly();
  }

  @Test
  void aRecycledNumberIsNotTheProcessAndGetsNoSignal() throws Exception {
    OsProcess earlier = new OsProcess(process.pid(), process.startTicks() - 1);

    earlier.signal("KILL");

    assertFalse(earlier.isAlive());
    assertFalse(sleep.waitFor(200, TimeUnit.MILLISECONDS), "the wrong process was killed");
    assertTrue(process.isAlive());
  }

  @Test
  void aKilledProcessIsNotAlive() throws Exception {
    process.signal("KILL");

    assertEquals(128 + 9, sleep.waitFor());
    assertFalse(process.isAlive());
    assertEquals(0, process.residentBytes());
  }

  @Test
  void aPausedProcessIsAliveAndSaysSo() throws Exception {
    process.signal("STOP");

    org.awaitility.Awaitility.await().until(process::isPaused);
    assertTrue(process.isAlive());
    process.signal("CONT");
    org.awaitility.Awaitility.await().until(() -> !process.isPaused());
  }

  @Test
  void knowsHowLongItRunsAndWhatItIs() {
    assertTrue(process.uptime().toSeconds() < 10, process.uptime().toString());
    assertTrue(process.residentBytes() > 0);
    assertEquals("sleep 60", OsProcess.command(process.pid()));
  }
}
