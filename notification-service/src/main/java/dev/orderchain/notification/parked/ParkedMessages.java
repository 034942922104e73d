package dev.orderchain.notification.parked;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.orderchain.notification.message.Message;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.sql.DataSource;

/** Table {@code parked_message}: messages that became no effect, with their bytes. */
@ApplicationScoped
public class ParkedMessages {
  /**
   * More bytes than this in a key, a value or headers are cut. Far over what a broker takes by
   * default (1 MB), and such that the statement fits into MySQL's packet, so that parking itself is
   * never refused for its size.
   */
  public static final int KEPT_BYTES = 2 << 20;

  /** A page ends early when it would hold more bytes than this; it always holds one message. */
  private static final long PAGE_BYTES = 4 << 20;

  private final DataSource dataSource;
  private final ObjectMapper json;

  ParkedMessages(DataSource dataSource, ObjectMapper json) {
    this.dataSource = dataSource;
    this.json = json;
  }

  /** Once, however often the message is delivered: {@code uk_parked_message} decides. */
  @Transactional(Transactional.TxType.MANDATORY)
  public void park(Message message, String reason) throws SQLException {
    try (Connection connection = dataSource.getConnection();
        PreparedStatement insert =
            connection.prepareStatement(
                """
                INSERT INTO parked_message (topic, topic_partition, topic_offset, digest,
                  message_key, message_value, headers, bytes, reason)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON DUPLICATE KEY UPDATE id = id
                """)) {
      insert.setString(1, message.topic());
      insert.setInt(2, message.partition());
      insert.setLong(3, message.offset());
      insert.setBytes(4, message.digest());
      insert.setBytes(5, kept(message.key()));
      insert.setBytes(6, kept(message.value()));
      insert.setString(7, headers(message));
      insert.setLong(8, message.size());
      insert.setString(9, reason);
      insert.executeUpdate();
    }
  }

  /**
   * The first ones after an id: at most {@code limit} of them, and not more than a page's bytes.
   */
  @Transactional
  List<ParkedMessage> after(long id, int limit) {
    List<Long> page = new ArrayList<>();
    long bytes = 0;
    for (Size next : sizes(id, limit)) {
      bytes += next.bytes();
      if (!page.isEmpty() && bytes > PAGE_BYTES) {
        break;
      }
      page.add(next.id());
    }
    return page.isEmpty() ? List.of() : ParkedMessage.list("id in ?1 order by id", page);
  }

  record Size(long id, long bytes) {}

  private static List<Size> sizes(long id, int limit) {
    return ParkedMessage.find("id > ?1 order by id", id).page(0, limit).project(Size.class).list();
  }

  record StoredHeader(String name, byte[] value) {}

  /** As much of the headers as is kept. */
  private String headers(Message message) {
    List<StoredHeader> kept = new ArrayList<>();
    long bytes = 0;
    for (Message.Header header : message.headers()) {
      // A character of a name can take six in JSON.
      bytes += 6L * header.name().length() + (header.value() == null ? 0 : header.value().length);
      if (bytes > KEPT_BYTES) {
        break;
      }
      kept.add(new StoredHeader(header.name(), header.value()));
    }
    try {
      return json.writeValueAsString(kept);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("headers of " + message + " cannot be written as JSON", e);
    }
  }

  private static byte[] kept(byte[] bytes) {
    return bytes == null || bytes.length <= KEPT_BYTES ? bytes : Arrays.copyOf(bytes, KEPT_BYTES);
  }
}
