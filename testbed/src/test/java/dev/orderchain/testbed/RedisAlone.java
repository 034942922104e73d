package dev.orderchain.testbed;

import java.nio.file.Path;

/** A program that starts a Redis in the folder given, says its process's number, and waits. */
public final class RedisAlone {
  private RedisAlone() {}

  public static void main(String[] args) throws Exception {
    Chain chain = Chain.in(Path.of(args[0]));
    chain.redis().start();
    System.out.println(chain.redis().pid().orElseThrow());
    Thread.sleep(Long.MAX_VALUE);
  }
}
