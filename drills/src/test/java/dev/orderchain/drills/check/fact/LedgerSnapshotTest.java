package dev.orderchain.drills.check.fact;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.orderchain.drills.check.FakeProvider;
import dev.orderchain.drills.check.FakeProvider.Entry;
import dev.orderchain.drills.check.Rows;
import dev.orderchain.drills.check.fact.LedgerSnapshot.Payment;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.net.URI;
import java.time.LocalDateTime;
import java.util.List;
import org.junit.jupiter.api.Test;

class LedgerSnapshotTest {
  private static final LocalDateTime NOW = LocalDateTime.parse("2026-01-31T12:00:00");

  @Test
  void readsAllPagesAndSortsThemByOrder() throws IOException {
    try (FakeProvider provider = new FakeProvider()) {
      for (int n = 2_500; n >= 1; n--) {
        provider.entries.add(new Entry("pay:" + Rows.id(n), "CAPTURED", n, 0));
      }
      LedgerSnapshot ledger = read(provider.uri());
      assertTrue(ledger.isRead());
      assertEquals(2_500, ledger.byOrder().count());
      assertEquals(Rows.id(1), ledger.payments().getFirst().orderId());
      assertEquals(2_500, ledger.payments().getLast().capturedCents());
    }
  }

  @Test
  void keepsWhatNamesAnOrderHoweverItGoesOn() throws IOException {
    try (FakeProvider provider = new FakeProvider()) {
      provider.entries.add(new Entry("p1", "CAPTURED", 1, 0));
      provider.entries.add(new Entry("pay:1", "CAPTURED", 1, 0));
      provider.entries.add(new Entry("pay:" + Rows.id(1) + ":again", "AUTHORISED", 0, 0));
      assertEquals(
          List.of(
              new Payment(Rows.id(1), "pay:" + Rows.id(1) + ":again", "AUTHORISED", "EUR", 0, 0)),
          read(provider.uri()).payments());
    }
  }

  @Test
  void whatCannotBeReadIsNoEmptyLedger() throws IOException {
    LedgerSnapshot refused = read(URI.create("http://127.0.0.1:1"));
    assertFalse(refused.isRead());
    assertEquals(
        "cannot read the ledger at http://127.0.0.1:1: Connection refused", refused.unread());
    try (FakeProvider provider = new FakeProvider()) {
      URI elsewhere = provider.uri().resolve("/elsewhere");
      assertEquals(
          "cannot read the ledger at " + elsewhere + ": status 404", read(elsewhere).unread());
    }
  }

  private static LedgerSnapshot read(URI provider) {
    return LedgerSnapshot.read(provider, NOW, new Progress(new PrintWriter(Writer.nullWriter())));
  }
}
