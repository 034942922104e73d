package dev.orderchain.notification.message;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.orderchain.notification.Sample;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class MessageTest {
  private static final byte[] A = {'a'};
  private static final byte[] NOTHING = {};

  @Test
  void theSameBytesHaveTheSameDigest() {
    assertArrayEquals(
        message(A, A, header("h", A)).digest(), message(A, A, header("h", A)).digest());
  }

  @Test
  void otherBytesOrAnotherPlaceForThemHaveAnotherDigest() {
    List<Message> different =
        List.of(
            message(null, null),
            message(NOTHING, null),
            message(null, NOTHING),
            message(A, null),
            message(null, A),
            message(NOTHING, NOTHING, header("a", null)),
            message(NOTHING, NOTHING, header("a", NOTHING)),
            message(NOTHING, NOTHING, header("", A)),
            message(NOTHING, NOTHING, header("a", A)),
            message(NOTHING, NOTHING, header("a", A), header("a", A)));

    assertEquals(
        different.size(),
        different.stream().map(m -> HexFormat.of().formatHex(m.digest())).distinct().count());
  }

  @Test
  void isOfTheTypesThatItsHeadersSayAndOfNoOther() {
    Message message = message(null, null, header("ce_type", Sample.utf8("A")), header("b", A));

    assertTrue(message.isOfType("A"));
    assertFalse(message.isOfType("a"));
    assertFalse(message.isOfType("AA"));
    assertFalse(message(null, null, header("ce_type", null)).isOfType("A"));
  }

  @Test
  void printsWhatCanBePrinted() {
    assertNull(Message.printable((byte[]) null));
    assertEquals("Tee 🍵", Message.printable(Sample.utf8("Tee 🍵")));
    assertEquals("a\uFFFDb", Message.printable(Sample.bytes('a', 0xFF, 'b')));
    assertEquals("\\u001b[31m\\u000a\\u0000\\u2028", Message.printable("\u001b[31m\n\0\u2028"));
  }

  @Test
  void countsAllOfItsBytes() {
    assertEquals(0, message(null, null).size());
    assertEquals(8, message(A, A, header("🍵", A), header("b", null)).size());
  }

  private static Message message(byte[] key, byte[] value, Message.Header... headers) {
    return new Message("t", 0, 0, key, value, Stream.of(headers).toList());
  }

  private static Message.Header header(String name, byte[] value) {
    return new Message.Header(name, value);
  }
}
