package dev.orderchain.testbed.process;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;

class PortsTest {
  @Test
  void namesTheHolderOfATakenPort() throws Exception {
    try (ServerSocket held =
        new ServerSocket(Ports.free(), 1, InetAddress.getByName("127.0.0.1"))) {
      String complaint =
          assertThrows(
                  TestbedException.class, () -> Ports.requireFree(held.getLocalPort(), "redis"))
              .getMessage();

      assertTrue(complaint.contains("port " + held.getLocalPort() + ", which redis needs"));
      assertTrue(complaint.contains("process " + ProcessHandle.current().pid()), complaint);
      assertTrue(complaint.contains("java"), complaint);
    }
  }

  @Test
  void picksPortsBelowThoseThatClientsGet() {
    int port = Ports.free();

    assertTrue(port >= 20_000 && port < 32_000, "port " + port);
    assertDoesNotThrow(() -> Ports.requireFree(port, "redis"));
  }
}
