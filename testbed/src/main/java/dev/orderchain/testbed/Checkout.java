package dev.orderchain.testbed;

import dev.orderchain.testbed.process.TestbedException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The work tree that this runs in: where the scripts and the built services are. */
public record Checkout(Path root) {
  /** Looks upwards from the current folder, so that it works in a module and at the root. */
  public static Checkout here() {
    Path start = Path.of("").toAbsolutePath();
    for (Path folder = start; folder != null; folder = folder.getParent()) {
      if (Files.exists(folder.resolve("scripts/keys")) && Files.exists(folder.resolve("pom.xml"))) {
        return new Checkout(folder);
      }
    }
    throw new TestbedException(start + " is not inside a checkout of order-chain");
  }

  public Path script(String name) {
    return root.resolve("scripts").resolve(name);
  }

  /** The packaged form of a service. */
  public Path jar(String service) {
    return root.resolve(service).resolve("target/quarkus-app/quarkus-run.jar");
  }

  Path topics() {
    return root.resolve("contracts/topics.properties");
  }

  Path kafkaJars() {
    return root.resolve("testbed/kafka/target/kafka");
  }

  Path orderDbMigrations() {
    return root.resolve("order-service/src/main/resources/db/migration");
  }
}
