package dev.orderchain.drills.world;

import dev.orderchain.testbed.link.Link;
import dev.orderchain.testbed.link.MySqlLink;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/** A chain: one of its own, from empty data on, or the one that runs here already. */
public interface World extends AutoCloseable {
  Where where();

  /**
   * Whether it ran already. It is others' too: it takes no rules, settings or links, its databases
   * are only read, and every part of it runs when it is left.
   */
  default boolean isHere() {
    return false;
  }

  /**
   * Starts what is not running; returns when all parts are healthy.
   *
   * @throws dev.orderchain.drills.CannotRun when it should run here already, and does not
   */
  void start();

  /**
   * Ends every fault: links are healed, what was paused goes on, what was killed or had additions
   * is started plainly, further instances are ended. Returns when all parts are healthy.
   */
  void heal();

  /** The chain's own part of that name, as {@link dev.orderchain.testbed.Chain} has them. */
  Target target(String name);

  /** One more instance of a service; not started yet. */
  Target another(String service, String name);

  /**
   * A new connection to the order database, which may do anything there, or read where it is here.
   */
  Connection orderDb() throws SQLException;

  /** The same for the notification database. */
  Connection notificationDb() throws SQLException;

  /** A new connection to the order database, by the account that owns its tables. */
  Connection asOwner() throws SQLException;

  /** For clients of the drills' own. Not where it is here. */
  String kafkaAddress();

  String mintToken(String tenant, String role);

  /** Of an account of the databases. */
  String password(String account);

  /** The link that a service's connections to a server run through. Only where it is LOCAL. */
  Link link(Wire wire);

  /** {@link Wire#ORDER_TO_DATABASE}, which can lose a commit. Only where it is LOCAL. */
  MySqlLink orderDbLink();

  /** What runs here, by name. */
  Map<String, String> versions();

  /** Ends everything and removes it; where it is here, all of it runs afterwards. */
  @Override
  void close();

  /**
   * After {@link #close}: what is still there of all that was started, or what of it does not run
   * where it is here, a line each.
   */
  List<String> leftovers();
}
