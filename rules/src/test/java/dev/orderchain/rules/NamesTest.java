package dev.orderchain.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NamesTest {
  /** A repository may lie in a folder of any name; only {@code src/main} holds no tests. */
  @TempDir Path folder;

  private Path repository;

  @BeforeEach
  void oneTestAndTwoDrills() throws IOException {
    repository = folder.resolve("main");
    Path tests = Files.createDirectories(repository.resolve("shop/src/test/java"));
    Files.writeString(tests.resolve("BuyIT.java"), "class BuyIT { void buysOnce() {} }");
    Path notTests = Files.createDirectories(repository.resolve("shop/src/main/java"));
    Files.writeString(notTests.resolve("SellIT.java"), "class SellIT { void buysTwice() {} }");
    Path docs = Files.createDirectories(repository.resolve("docs"));
    Files.writeString(
        docs.resolve("drills.md"), "| drill | done |\n|---|---|\n| `cut`, `half-open` | ... |\n");
  }

  @Test
  void whatIsThereIsKnown() {
    assertEquals(
        Set.of(),
        unknown("/** See BuyIT.buysOnce.\n * Broken on purpose by the drill {@code cut}. */"));
  }

  @Test
  void testsAndMethodsThatAreNotThereAreNot() {
    assertEquals(
        Set.of("SellIT", "BuyIT.buysTwice"),
        unknown("/** See {@code SellIT}, BuyIT and {@link BuyIT.buysTwice}. */"));
  }

  @Test
  void drillsThatAreNotThereAreNot() {
    assertEquals(
        Set.of("half-shut"),
        unknown("/** Broken on purpose by the drills {@code cut} and\n * {@code half-shut}. */"));
  }

  @Test
  void codeIsNoComment() {
    assertEquals(Set.of(), unknown("String of = \"SellIT\";"));
  }

  private Set<String> unknown(String source) {
    return new Names(repository).unknownIn(source);
  }
}
