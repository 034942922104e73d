package dev.orderchain.testbed.link;

import java.nio.charset.StandardCharsets;

/**
 * Finds the packets in one direction of a MySQL connection: 3 bytes of length, little endian, a
 * sequence id, the body. A command has sequence id 0 and its answer begins with 1; a body too large
 * for one packet goes on in the next sequence ids, and so does an answer of several packets.
 */
final class MySqlPackets {
  private static final int HEADER_BYTES = 4;
  private static final byte COM_QUIT = 0x01;
  private static final byte COM_QUERY = 0x03;
  private static final byte COM_STMT_SEND_LONG_DATA = 0x18;
  private static final byte COM_STMT_CLOSE = 0x19;

  /** The current packet's first bytes: as many as are ever looked at. */
  private final byte[] first = new byte[HEADER_BYTES + 1 + 2 + "commit".length()];

  private long seen;
  private long length;

  /** Takes bytes to the end of a packet, or all; returns the index after the last one taken. */
  int take(byte[] bytes, int from, int to) {
    if (isWhole()) {
      seen = 0;
    }
    int i = from;
    while (i < to && seen < HEADER_BYTES) {
      first[(int) seen++] = bytes[i++];
    }
    if (seen < HEADER_BYTES) {
      return i;
    }
    length = HEADER_BYTES + ((first[0] & 0xFF) | (first[1] & 0xFF) << 8 | (first[2] & 0xFF) << 16);
    int more = (int) Math.min(to - i, length - seen);
    int kept = Math.clamp(first.length - seen, 0, more);
    System.arraycopy(bytes, i, first, (int) Math.min(seen, first.length), kept);
    seen += more;
    return i + more;
  }

  /** Whether the last byte taken was a packet's last one. */
  boolean isWhole() {
    return seen >= HEADER_BYTES && seen == length;
  }

  /** A command, and not one of those that the server takes without a word. */
  boolean isAnsweredCommand() {
    if (first[3] != 0 || length == HEADER_BYTES) {
      return false;
    }
    byte command = first[HEADER_BYTES];
    return command != COM_QUIT && command != COM_STMT_SEND_LONG_DATA && command != COM_STMT_CLOSE;
  }

  /**
   * Whether the command is one. With query attributes the statement follows a parameter count of 0
   * and a set count of 1.
   */
  boolean isCommit() {
    int statement = HEADER_BYTES + 1;
    if (first[statement] == 0 && first[statement + 1] == 1) {
      statement += 2;
    }
    return first[HEADER_BYTES] == COM_QUERY
        && length == statement + "commit".length()
        && new String(first, statement, "commit".length(), StandardCharsets.ISO_8859_1)
            .equalsIgnoreCase("commit");
  }

  /** True of an answer's 256th packet too, and of every 256th after it. */
  boolean startsAnswer() {
    return first[3] == 1;
  }
}
