package dev.orderchain.drills.drill.fault;

import dev.orderchain.drills.client.RedisConnection;
import dev.orderchain.drills.stage.Stage;
import dev.orderchain.drills.world.Target;
import dev.orderchain.drills.world.Where;
import dev.orderchain.drills.world.Wire;
import dev.orderchain.testbed.Chain;
import dev.orderchain.testbed.link.Link;
import dev.orderchain.testbed.link.MySqlLink;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Something that can be done to any chain at any time, and undone. */
public sealed interface Fault {

  /** How often it is drawn beside the others. */
  int weight();

  /** Brings it about. */
  Running begin(Stage stage) throws Exception;

  /** A fault that is there. */
  interface Running {
    /** Undoes it; whether it was seen to hit. */
    boolean end() throws Exception;
  }

  /** The list that is drawn from; links can be broken only where the chain runs through them. */
  static List<Fault> all(Where where) {
    List<Fault> faults = new ArrayList<>();
    faults.add(new Kill(Chain.ORDER_SERVICE, 4));
    faults.add(new Kill(Chain.RELAY_SERVICE, 4));
    faults.add(new Kill(Chain.NOTIFICATION_SERVICE, 4));
    faults.add(new Kill(Chain.PAYMENT_PROVIDER, 2));
    faults.add(new Kill(Chain.KAFKA, 2));
    faults.add(new Kill(Chain.ORDER_DB, 2));
    faults.add(new Kill(Chain.NOTIFICATION_DB, 2));
    faults.add(new Kill(Chain.REDIS, 3));
    faults.add(new Flush(2));
    for (String part :
        List.of(
            Chain.ORDER_SERVICE,
            Chain.RELAY_SERVICE,
            Chain.NOTIFICATION_SERVICE,
            Chain.PAYMENT_PROVIDER,
            Chain.KAFKA,
            Chain.ORDER_DB,
            Chain.NOTIFICATION_DB,
            Chain.REDIS)) {
      faults.add(new Freeze(part, 1));
    }
    if (where == Where.LOCAL) {
      for (Wire wire : Wire.values()) {
        faults.add(new Cut(wire, 2));
        faults.add(new Drop(wire, 1));
      }
      faults.add(new LoseCommit(true, 2));
      faults.add(new LoseCommit(false, 2));
    }
    return faults;
  }

  /** A process is killed, and started again. */
  record Kill(String part, int weight) implements Fault {
    @Override
    public Running begin(Stage stage) {
      Target target = stage.target(part);
      target.kill();
      boolean gone = !target.isRunning();
      return () -> {
        target.start();
        return gone;
      };
    }

    @Override
    public String toString() {
      return part + " killed";
    }
  }

  /** A process stands still for a while. */
  record Freeze(String part, int weight) implements Fault {
    @Override
    public Running begin(Stage stage) {
      Target target = stage.target(part);
      target.pause();
      return () -> {
        boolean still = target.isPaused();
        target.resume();
        return still;
      };
    }

    @Override
    public String toString() {
      return part + " frozen";
    }
  }

  /** Redis forgets all that it knew. */
  record Flush(int weight) implements Fault {
    @Override
    public Running begin(Stage stage) throws IOException {
      boolean empty =
          RedisConnection.ask(stage.target(Chain.REDIS).address(), "FLUSHALL").equals("OK");
      return () -> empty;
    }

    @Override
    public String toString() {
      return Chain.REDIS + " flushed";
    }
  }

  /** Connections are reset. */
  record Cut(Wire wire, int weight) implements Fault {
    @Override
    public Running begin(Stage stage) {
      Link link = stage.world().link(wire);
      long before = link.cutConnections();
      link.cut();
      return () -> link.cutConnections() > before;
    }

    @Override
    public String toString() {
      return wire + " cut";
    }
  }

  /** Bytes vanish; the sockets stay open. */
  record Drop(Wire wire, int weight) implements Fault {
    @Override
    public Running begin(Stage stage) {
      Link link = stage.world().link(wire);
      long before = link.droppedBytes();
      link.drop();
      return () -> {
        link.heal();
        return link.droppedBytes() > before;
      };
    }

    @Override
    public String toString() {
      return wire + " half open";
    }
  }

  /** A commit of order-service is lost, or its answer. */
  record LoseCommit(boolean answer, int weight) implements Fault {
    @Override
    public Running begin(Stage stage) {
      MySqlLink link = stage.world().orderDbLink();
      int before = link.lost();
      if (answer) {
        link.loseNextCommitAnswer();
      } else {
        link.loseNextCommitRequest();
      }
      return () -> {
        link.heal();
        return link.lost() > before;
      };
    }

    @Override
    public String toString() {
      return answer ? "a commit's answer lost" : "a commit lost";
    }
  }
}
