package dev.orderchain.notification.inbox;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.orderchain.notification.Sample;
import dev.orderchain.notification.message.Event;
import dev.orderchain.notification.message.ReadMessage;
import dev.orderchain.notification.message.Reading;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SortedTest {
  private static final String ORDER = "0193a5f0-7c1e-7d3a-9b1f-2f6c1a0e4d11";

  @Test
  void theFirstOfABatchDecidesWhatTheOthersAre() {
    List<Reading> batch = read(one(), one(), other(), one(), other());

    Sorted sorted = Sorted.of(batch, Map.of());

    assertEquals(List.of(event(batch.getFirst())), sorted.firsts());
    assertEquals(2, sorted.duplicates());
    assertEquals(
        List.of(batch.get(2).message(), batch.get(4).message()),
        sorted.conflicts().stream().map(Sorted.Parked::message).toList());
    assertEquals(
        "conflict: event " + ORDER + ":1 was received with other content",
        sorted.conflicts().getFirst().reason());
  }

  @Test
  void whatTheInboxHasDecidesBeforeTheBatch() {
    List<Reading> batch = read(one(), other());
    Map<String, byte[]> known = Map.of(ORDER + ":1", event(batch.get(1)).payloadHash());

    Sorted sorted = Sorted.of(batch, known);

    assertEquals(List.of(), sorted.firsts());
    assertEquals(1, sorted.duplicates());
    assertEquals(batch.get(0).message(), sorted.conflicts().getFirst().message());
  }

  @Test
  void keepsTheOrderOfTheBatch() {
    List<Reading> batch =
        read(Sample.of(ORDER, 3), Sample.ofNewOrder(), Sample.of(ORDER, 1), Sample.of(ORDER, 2));

    assertEquals(
        batch.stream().map(SortedTest::event).toList(), Sorted.of(batch, Map.of()).firsts());
  }

  @Test
  void anUnreadableMessageIsParkedAndConcernsNoOther() {
    List<Reading> batch = read(one(), Sample.ofNewOrder().key(null), one());

    Sorted sorted = Sorted.of(batch, Map.of());

    assertEquals(
        List.of(new Sorted.Parked(batch.get(1).message(), "key is null")), sorted.parked());
    assertEquals(1, sorted.firsts().size());
    assertEquals(1, sorted.duplicates());
    assertEquals(List.of(ORDER + ":1"), Sorted.eventIds(batch));
  }

  private static Sample one() {
    return Sample.of(ORDER, 1);
  }

  private static Sample other() {
    return Sample.of(ORDER, 1).quantity("2");
  }

  private static List<Reading> read(Sample... samples) {
    return Stream.of(samples).map(sample -> ReadMessage.read(sample.message())).toList();
  }

  private static Event event(Reading reading) {
    return ((Reading.OfEvent) reading).event();
  }
}
