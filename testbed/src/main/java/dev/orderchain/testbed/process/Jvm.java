package dev.orderchain.testbed.process;

import java.nio.file.Path;

/** The JDK that runs this runs the chain's JVMs too. */
public final class Jvm {
  private Jvm() {}

  public static String program() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }
}
