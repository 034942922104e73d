package dev.orderchain.testbed.link;

import java.io.IOException;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A link to a MySQL server that can also lose exactly one commit, or its answer. It reads the
 * protocol packet by packet, however TCP cuts or joins them, and takes for a commit only a command
 * packet (sequence id 0, COM_QUERY) whose whole statement is {@code commit}.
 *
 * <p>Needs connections without TLS and compression, {@code
 * sslMode=DISABLED&allowPublicKeyRetrieval=true}: of others it takes nothing for a commit. Source:
 * MySQL Internals, "Client/Server Protocol", packets and COM_QUERY with query attributes.
 */
public final class MySqlLink extends Link {
  /** What to do with the next commit that passes. */
  private enum Loss {
    REQUEST,
    ANSWER
  }

  private final AtomicReference<Loss> next = new AtomicReference<>();
  private final AtomicInteger lost = new AtomicInteger();
  private volatile boolean refusingAfterLoss;

  private MySqlLink(String name, String target) {
    super(name, target);
  }

  /** As {@link Link#to}. */
  public static MySqlLink to(String name, String target) {
    MySqlLink link = new MySqlLink(name, target);
    link.listen();
    return link;
  }

  /** The next commit reaches the server and is carried out; its answer is lost and the link cut. */
  public void loseNextCommitAnswer() {
    next.set(Loss.ANSWER);
  }

  /** The next commit is lost on its way and the link cut, so that the server rolls back. */
  public void loseNextCommitRequest() {
    next.set(Loss.REQUEST);
  }

  /** With the next lost commit the server goes out of reach, until {@link #heal}. */
  public void refuseAfterLoss() {
    refusingAfterLoss = true;
  }

  /** Takes connections and loses nothing. */
  @Override
  public synchronized void heal() {
    next.set(null);
    refusingAfterLoss = false;
    super.heal();
  }

  /** How many commits, or answers to one, have been lost so far. */
  public int lost() {
    return lost.get();
  }

  @Override
  Connection connection(Socket client) {
    return new Session(client);
  }

  private void loseWith(Connection connection) {
    lost.incrementAndGet();
    if (refusingAfterLoss) {
      refuse();
    } else {
      cut(connection);
    }
  }

  private final class Session extends Connection {
    /** Commands sent that have an answer each, counted to know the commit's own. */
    private volatile long commands;

    /** The command whose answer is to be lost; 0 for none. */
    private volatile long losing;

    Session(Socket client) {
      super(client);
    }

    @Override
    void passRequests() throws IOException {
      byte[] bytes = new byte[CHUNK_BYTES];
      MySqlPackets packets = new MySqlPackets();
      for (int n; (n = requests.read(bytes)) >= 0; requests.write(bytes, n)) {
        for (int start = 0, end; start < n; start = end) {
          end = packets.take(bytes, start, n);
          if (!packets.isWhole() || !packets.isAnsweredCommand()) {
            continue;
          }
          commands++;
          Loss loss = packets.isCommit() ? next.getAndSet(null) : null;
          if (loss == Loss.ANSWER) {
            losing = commands;
          } else if (loss == Loss.REQUEST) {
            // What has gone of its packet is less than the whole, and never carried out.
            requests.write(bytes, start);
            loseWith(this);
            return;
          }
        }
      }
    }

    @Override
    void passAnswers() throws IOException {
      byte[] bytes = new byte[CHUNK_BYTES];
      MySqlPackets packets = new MySqlPackets();
      long answered = 0;
      for (int n; (n = answers.read(bytes)) >= 0; answers.write(bytes, n)) {
        for (int start = 0, end; start < n; start = end) {
          end = packets.take(bytes, start, n);
          if (packets.isWhole() && packets.startsAnswer() && answered < commands) {
            answered++;
            if (answered == losing) {
              // The server has answered, so the commit is done.
              answers.write(bytes, start);
              loseWith(this);
              return;
            }
          }
        }
      }
    }
  }
}
