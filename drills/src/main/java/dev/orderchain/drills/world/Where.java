package dev.orderchain.drills.world;

/** Where the chain of the drills runs. */
public enum Where {
  /** As processes of this machine. */
  LOCAL,
  /** As containers, from the project's docker-compose.yml. */
  COMPOSE
}
