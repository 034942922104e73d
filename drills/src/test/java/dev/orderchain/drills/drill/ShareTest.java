package dev.orderchain.drills.drill;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.orderchain.drills.stage.Drill;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShareTest {
  private static final List<Drill> ALL = Catalogue.drills(Duration.ofMinutes(2));

  private static List<String> names(Collection<Drill> drills) {
    return drills.stream().map(Drill::name).toList();
  }

  @Test
  void theCoreHasADrillForEachRowOfTheConfirmationMatrix() throws IOException {
    List<String> rows =
        Files.readAllLines(Path.of("../docs/confirmation-matrix.md")).stream()
            .filter(line -> line.startsWith("| **"))
            .toList();
    assertEquals(14, rows.size());
    for (String row : rows) {
      String shownBy = row.substring(row.lastIndexOf('|', row.length() - 2));
      assertTrue(Share.CORE.stream().anyMatch(name -> shownBy.contains("`" + name + "`")), row);
    }
    assertTrue(names(ALL).containsAll(Share.CORE), Share.CORE.toString());
  }

  @Test
  void theCoreIsAlwaysThereAndTheOrderIsThatOfAll() {
    List<String> chosen = names(Share.parse("1/4").choose(ALL, 1));
    assertTrue(chosen.containsAll(Share.CORE), chosen.toString());
    assertEquals(
        Share.CORE.size() + Math.ceilDiv(ALL.size() - Share.CORE.size(), 4), chosen.size());
    assertEquals(names(ALL).stream().filter(chosen::contains).toList(), chosen);
  }

  @Test
  void theWholeIsAll() {
    assertEquals(ALL, Share.parse("1/1").choose(ALL, 7));
  }

  @Test
  void theSeedAloneDecidesAndEveryDrillHasItsTurn() {
    Share share = Share.parse("1/4");
    assertEquals(share.choose(ALL, 3), share.choose(ALL, 3));
    assertNotEquals(share.choose(ALL, 3), share.choose(ALL, 4));
    Set<String> met = new HashSet<>();
    for (int seed = 0; seed < 100; seed++) met.addAll(names(share.choose(ALL, seed)));
    assertEquals(new TreeSet<>(names(ALL)), new TreeSet<>(met));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "1", "2/3", "1/0", "1/-2", "1/x", "1/10000", "1/2/3"})
  void anythingElseIsRefused(String text) {
    assertThrows(IllegalArgumentException.class, () -> Share.parse(text));
  }
}
