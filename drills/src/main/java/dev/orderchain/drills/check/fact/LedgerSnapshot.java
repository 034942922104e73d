package dev.orderchain.drills.check.fact;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The payments that the provider has under the names of our orders. It has no snapshots and knows
 * no order of ours, so its whole ledger is read, before the order database, and kept: about 200
 * bytes a payment.
 *
 * @param readFrom on the order database's clock: what was done before is in it
 * @param unread why the provider could not be asked; null when it was
 */
public record LedgerSnapshot(LocalDateTime readFrom, List<Payment> payments, String unread) {
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final int PAGE = 1_000;
  private static final String OURS = "pay:";
  private static final int ORDER_ID = 36;

  /** What the provider has under one key. */
  record Payment(
      String orderId,
      String key,
      String state,
      String currency,
      long capturedCents,
      long refundedCents) {

    boolean isHeld() {
      return state.equals("AUTHORISED");
    }

    boolean isCaptured() {
      return state.equals("CAPTURED");
    }

    @Override
    public String toString() {
      return "%s %s, captured %d, refunded %d %s"
          .formatted(key, state, capturedCents, refundedCents, currency);
    }
  }

  public boolean isRead() {
    return unread == null;
  }

  Stream<Payment> byOrder() {
    return payments.stream();
  }

  /**
   * @param now on the order database's clock
   */
  public static LedgerSnapshot read(URI provider, LocalDateTime now, Progress progress) {
    progress.begin("ledger");
    List<Payment> payments = new ArrayList<>();
    try (HttpClient http =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(PATIENCE)
            .build()) {
      long after = 0;
      while (after >= 0) {
        JsonNode page = page(http, provider, after);
        for (JsonNode entry : page.path("payments")) {
          if (isOurs(entry.path("paymentKey").asText())) payments.add(payment(entry));
        }
        progress.read(page.path("payments").size());
        after = page.path("next").asLong(-1);
      }
    } catch (IOException e) {
      return unread(now, "cannot read the ledger at %s: %s".formatted(provider, reason(e)));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return unread(now, "interrupted");
    }
    payments.sort(Comparator.comparing(Payment::orderId).thenComparing(Payment::key));
    return new LedgerSnapshot(now, payments, null);
  }

  private static LedgerSnapshot unread(LocalDateTime now, String why) {
    return new LedgerSnapshot(now, List.of(), why);
  }

  private static JsonNode page(HttpClient http, URI provider, long after)
      throws IOException, InterruptedException {
    URI uri = URI.create("%s/ledger?limit=%d&after=%d".formatted(provider, PAGE, after));
    HttpResponse<byte[]> answer =
        http.send(
            HttpRequest.newBuilder(uri).timeout(PATIENCE).build(), BodyHandlers.ofByteArray());
    if (answer.statusCode() != 200) throw new IOException("status " + answer.statusCode());
    JsonNode page = new ObjectMapper().readTree(answer.body());
    if (!page.path("payments").isArray()) throw new IOException("an answer without payments");
    return page;
  }

  private static boolean isOurs(String key) {
    return key.startsWith(OURS) && key.length() >= OURS.length() + ORDER_ID;
  }

  /** Whatever else a key says, it names the order first. */
  private static Payment payment(JsonNode entry) {
    String key = entry.path("paymentKey").asText();
    return new Payment(
        key.substring(OURS.length(), OURS.length() + ORDER_ID),
        key,
        entry.path("state").asText(),
        entry.path("currency").asText(""),
        entry.path("capturedCents").asLong(),
        entry.path("refundedCents").asLong());
  }

  private static String reason(IOException e) {
    return e instanceof ConnectException ? "Connection refused" : String.valueOf(e.getMessage());
  }
}
