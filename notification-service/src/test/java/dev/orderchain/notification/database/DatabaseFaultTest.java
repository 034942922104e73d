package dev.orderchain.notification.database;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.mysql.cj.jdbc.exceptions.CommunicationsException;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class DatabaseFaultTest {
  @ParameterizedTest
  @CsvSource({
    "1062, 23000, ALREADY_THERE",
    // What may be otherwise in a moment, or after someone has seen to the server.
    "1040, 08004, AWAY", // too many connections
    "1045, 28000, AWAY", // access denied
    "1049, 42000, AWAY", // unknown database
    "1053, 08S01, AWAY", // server shutdown
    "1054, 42S22, AWAY", // unknown column
    "1114, HY000, AWAY", // table full
    "1142, 42000, AWAY", // no grant
    "1146, 42S02, AWAY", // no such table
    "1180, HY000, AWAY", // error during COMMIT
    "1205, HY000, AWAY", // lock wait
    "1213, 40001, AWAY", // deadlock
    "1290, HY000, AWAY", // --read-only
    "1317, 70100, AWAY", // interrupted
    "1836, HY000, AWAY", // read-only mode
    "1927, 70100, AWAY", // connection killed
    "3024, HY000, AWAY", // execution time
    "4031, HY000, AWAY", // inactivity
    "0, 08S01, AWAY", // link failure
    "0, 08003, AWAY", // no connection
    // What the values are to blame for.
    "1048, 23000, REFUSED", // NULL
    "1153, 08S01, REFUSED", // packet too large
    "1264, 22003, REFUSED", // out of range
    "1366, HY000, REFUSED", // not a value of this type
    "1406, 22001, REFUSED", // too long
    "1644, 45000, REFUSED", // SIGNAL
    "3140, 22032, REFUSED", // not JSON
    "3819, HY000, REFUSED", // check constraint
  })
  void isToldByWhatTheServerSays(int code, String state, DatabaseFault expected) {
    assertEquals(expected, DatabaseFault.of(new SQLException("", state, code)));
  }

  static Stream<SQLException> withoutAnAnswer() {
    return Stream.of(
        new SQLException("Acquisition timeout while waiting for new connection"),
        new SQLTimeoutException("query timed out"),
        new CommunicationsException("Communications link failure", null));
  }

  @ParameterizedTest
  @MethodSource("withoutAnAnswer")
  void noAnswerIsNoRefusal(SQLException e) {
    assertEquals(DatabaseFault.AWAY, DatabaseFault.of(e));
  }
}
