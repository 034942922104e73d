package dev.orderchain.notification;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.orderchain.notification.message.Message;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeader;

/** A good message to begin with, and what can be made wrong about it. */
public final class Sample {
  /** No topic that a broker knows: messages that are handed over without one. */
  public static final String DIRECT = "direct";

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final AtomicLong OFFSETS = new AtomicLong();

  public final String orderId;
  private byte[] key;
  private byte[] value;
  private final List<Message.Header> headers = new ArrayList<>();

  private Sample(String orderId, int version) {
    this.orderId = orderId;
    key = utf8(orderId);
    with("ce_specversion", "1.0");
    with("ce_id", orderId + ":" + version);
    with("ce_type", "OrderPlaced");
    with("ce_source", "/order-service");
    with("ce_subject", orderId);
    value("acme", "SKU-1", "Espresso cup", "1");
  }

  public static Sample ofNewOrder() {
    return new Sample(UUID.randomUUID().toString(), 1);
  }

  public static Sample of(String orderId, int version) {
    return new Sample(orderId, version);
  }

  /** The sample in {@code contracts/} of this name. */
  public static Sample ofContract(String name) throws IOException {
    JsonNode contract = contract(name + ".sample.json");
    Sample sample = new Sample(contract.get("key").textValue(), 1).withoutHeaders();
    for (Map.Entry<String, JsonNode> header : contract.get("headers").properties()) {
      sample.with(header.getKey(), header.getValue().textValue());
    }
    return sample.value(contract.get("value").toString());
  }

  public static JsonNode contract(String file) throws IOException {
    try (InputStream in = Sample.class.getResourceAsStream("/contracts/" + file)) {
      return JSON.readTree(in);
    }
  }

  public Sample withoutMember(String name) throws IOException {
    ObjectNode without = (ObjectNode) JSON.readTree(value);
    without.remove(name);
    return value(without.toString());
  }

  public Sample confirmed(String amountCents) {
    return paid("OrderConfirmed", amountCents, "EUR");
  }

  public Sample refunded() {
    return paid("OrderRefunded", "1250", "EUR");
  }

  public Sample cancelled(String reason) {
    return paid("OrderCancelled", "1250", "EUR\",\"reason\":\"" + reason);
  }

  public Sample paid(String type, String amountCents, String currency) {
    return set("ce_type", type)
        .value(
            """
            {"orderId":"ORDER","tenant":"acme","sku":"SKU-1","quantity":2,"amountCents":%s,\
            "currency":"%s"}\
            """
                .formatted(amountCents, currency));
  }

  public String eventId() {
    return headers.stream()
        .filter(h -> h.name().equals("ce_id"))
        .map(h -> new String(h.value(), StandardCharsets.UTF_8))
        .findFirst()
        .orElseThrow();
  }

  public Sample value(String tenant, String sku, String productName, String quantity) {
    return value(
        """
        {"orderId":"%s","tenant":"%s","sku":"%s","productName":"%s","quantity":%s}\
        """
            .formatted(orderId, tenant, sku, productName, quantity));
  }

  public Sample tenant(String tenant) {
    return value(tenant, "SKU-1", "Espresso cup", "1");
  }

  public Sample quantity(String quantity) {
    return value("acme", "SKU-1", "Espresso cup", quantity);
  }

  public Sample productName(String productName) {
    return value("acme", "SKU-1", productName, "1");
  }

  /** {@code ORDER} stands for the order's id. */
  public Sample value(String json) {
    return value(utf8(json.replace("ORDER", orderId)));
  }

  public Sample value(byte[] bytes) {
    value = bytes;
    return this;
  }

  public Sample key(byte[] bytes) {
    key = bytes;
    return this;
  }

  public Sample with(String header, String text) {
    return with(header, utf8(text));
  }

  public Sample with(String header, byte[] bytes) {
    headers.add(new Message.Header(header, bytes));
    return this;
  }

  public Sample without(String header) {
    headers.removeIf(h -> h.name().equals(header));
    return this;
  }

  public Sample set(String header, String text) {
    return without(header).with(header, text);
  }

  public Sample withoutHeaders() {
    headers.clear();
    return this;
  }

  public Message message() {
    return message(OFFSETS.getAndIncrement());
  }

  public Message message(long offset) {
    return new Message(DIRECT, 0, offset, key, value, List.copyOf(headers));
  }

  public ProducerRecord<byte[], byte[]> record(String topic, Integer partition) {
    var record = new ProducerRecord<>(topic, partition, key, value);
    headers.forEach(h -> record.headers().add(new RecordHeader(h.name(), h.value())));
    return record;
  }

  public static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  public static byte[] bytes(int... bytes) {
    byte[] all = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      all[i] = (byte) bytes[i];
    }
    return all;
  }

  /** These bytes in the middle of a text. */
  public static byte[] around(String before, byte[] middle, String after) {
    byte[] start = utf8(before);
    byte[] end = utf8(after);
    byte[] all = Arrays.copyOf(start, start.length + middle.length + end.length);
    System.arraycopy(middle, 0, all, start.length, middle.length);
    System.arraycopy(end, 0, all, start.length + middle.length, end.length);
    return all;
  }
}
