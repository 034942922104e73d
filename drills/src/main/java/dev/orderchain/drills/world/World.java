package dev.orderchain.drills.world;

import dev.orderchain.testbed.link.Link;
import dev.orderchain.testbed.link.MySqlLink;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/** A chain of its own, from empty data on. */
public interface World extends AutoCloseable {
  Where where();

  /** Starts what is not running; returns when all parts are healthy. */
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

  /** A new connection to the order database, which may do anything there. */
  Connection orderDb() throws SQLException;

  /** A new connection to the notification database, which may do anything there. */
  Connection notificationDb() throws SQLException;

  /** For clients of the drills' own. */
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

  /** Ends everything and removes it. */
  @Override
  void close();

  /** After {@link #close}: what is still there of all that was started, a line each. */
  List<String> leftovers();
}
