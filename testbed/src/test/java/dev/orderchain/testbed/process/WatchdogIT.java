package dev.orderchain.testbed.process;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.orderchain.testbed.RedisAlone;
import java.io.BufferedReader;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WatchdogIT {
  @Test
  void serversEndWithAJvmThatIsKilled(@TempDir Path folder) throws Exception {
    Process jvm =
        new ProcessBuilder(
                Jvm.program(),
                "-cp",
                System.getProperty("java.class.path"),
                RedisAlone.class.getName(),
                folder.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (BufferedReader output = jvm.inputReader()) {
      OsProcess redis = OsProcess.running(Long.parseLong(output.readLine())).orElseThrow();
      assertTrue(redis.isAlive());

      jvm.destroyForcibly().waitFor();

      await().until(() -> !redis.isAlive());
    } finally {
      jvm.destroyForcibly();
    }
  }
}
