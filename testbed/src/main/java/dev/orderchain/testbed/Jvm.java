package dev.orderchain.testbed;

import java.nio.file.Path;

/** The JDK that runs this runs the chain's JVMs too. */
final class Jvm {
  private Jvm() {}

  static String program() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }
}
