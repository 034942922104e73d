package dev.orderchain.testbed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.orderchain.testbed.process.TestbedException;
import java.net.ConnectException;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The order of starts; nothing is started here. */
class ChainTest {
  private final List<Part> started = Collections.synchronizedList(new ArrayList<>());
  private Chain chain;

  @BeforeEach
  void makeChain(@TempDir Path folder) {
    chain = Chain.in(folder);
  }

  @Test
  void startsEachPartAfterThoseThatItNeeds() {
    chain.start(chain.parts(), started::add);

    assertEquals(new HashSet<>(chain.parts()), new HashSet<>(started));
    assertEquals(chain.parts().size(), started.size());
    assertBefore(chain.orderDb(), chain.orderService());
    assertBefore(chain.orderService(), chain.relayService());
    assertBefore(chain.kafka(), chain.relayService());
    assertBefore(chain.notificationDb(), chain.notificationService());
    assertBefore(chain.kafka(), chain.notificationService());
  }

  @Test
  void everyServiceStartsWithoutThePaymentProvider() {
    assertThrows(
        TestbedException.class,
        () ->
            chain.start(
                chain.parts(),
                part -> {
                  if (part == chain.paymentProvider()) {
                    throw new TestbedException("no payment-provider");
                  }
                  started.add(part);
                }));

    assertEquals(chain.parts().size() - 1, started.size());
  }

  /** The relay does; order-service hears of prices when it can. */
  @Test
  void orderServiceStartsWithoutKafka() {
    assertThrows(
        TestbedException.class,
        () ->
            chain.start(
                List.of(chain.kafka(), chain.orderService(), chain.relayService()),
                part -> {
                  if (part == chain.kafka()) {
                    throw new TestbedException("no kafka");
                  }
                  started.add(part);
                }));

    assertEquals(List.of(chain.orderService()), started);
  }

  @Test
  void startsOnlyThePartsAskedFor() {
    chain.start(List.of(chain.relayService()), started::add);

    assertEquals(List.of(chain.relayService()), started);
  }

  @Test
  void aPartThatFailsHoldsBackThoseThatNeedItAndNoOther() {
    TestbedException failure = new TestbedException("no order-db");

    assertEquals(
        failure,
        assertThrows(
            TestbedException.class,
            () ->
                chain.start(
                    chain.parts(),
                    part -> {
                      if (part == chain.orderDb()) {
                        throw failure;
                      }
                      started.add(part);
                    })));

    assertFalse(started.contains(chain.orderService()));
    assertFalse(started.contains(chain.relayService()));
    assertTrue(started.contains(chain.notificationService()));
  }

  @Test
  void anotherInstanceHasANameAndAPortOfItsOwn() {
    Service second = chain.another(Chain.RELAY_SERVICE, "relay-service-2");

    assertEquals(second, chain.part("relay-service-2"));
    assertTrue(second.port() != chain.relayService().port());
    assertEquals(
        List.of(second), chain.parts().subList(chain.parts().size() - 1, chain.parts().size()));
  }

  @Test
  void theLinksToKafkaEndWithTheChain() {
    int port = chain.kafka().link("relay-service").port();

    chain.close();

    assertThrows(ConnectException.class, () -> new Socket("127.0.0.1", port).close());
  }

  private void assertBefore(Part first, Part then) {
    assertTrue(started.indexOf(first) < started.indexOf(then), started.toString());
  }
}
