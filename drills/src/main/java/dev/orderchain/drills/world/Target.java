package dev.orderchain.drills.world;

import dev.orderchain.testbed.fault.Byteman;
import java.time.Duration;

/** A part of the chain that faults can be brought to. Its data and its address stay the same. */
public interface Target {
  String name();

  /** Of its HTTP or its own protocol, {@code host:port}, as the drills reach it. */
  String address();

  /**
   * Starts it, if it is not running, lets it go on, if it is paused; returns when it is healthy.
   */
  void start();

  /** Ends it, if it is running, and starts it with additions for this one start. */
  void restart(Arming arming);

  /** Lets a thread go on that a rule of this start holds. */
  void release(Byteman.Rule rule);

  /** Asks it to end and waits for that. */
  void stop();

  /** SIGKILL; returns when it is gone. */
  void kill();

  /** SIGSTOP: it does nothing, its connections stay open. Returns when it stands still. */
  void pause();

  void resume();

  boolean isRunning();

  boolean isPaused();

  /** Whether it runs, and answers now. */
  boolean isHealthy();

  /** Waits for it to end by itself; whether it did within the bound. */
  boolean awaitEnd(Duration bound);

  /** What it has printed since it was last started. */
  String log();
}
