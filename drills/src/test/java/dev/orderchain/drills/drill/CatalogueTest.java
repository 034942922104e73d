package dev.orderchain.drills.drill;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.orderchain.drills.stage.Drill;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class CatalogueTest {
  private static final List<String> NAMES =
      Catalogue.drills(Duration.ofMinutes(2)).stream().map(Drill::name).toList();

  @Test
  void everyNameIsThereOnce() {
    assertEquals(NAMES.size(), NAMES.stream().distinct().count());
  }

  @Test
  void everyDrillStandsInTheConfirmationMatrixOrInTheListOfDrills() throws IOException {
    String docs =
        Files.readString(Path.of("../docs/drills.md"))
            + Files.readString(Path.of("../docs/confirmation-matrix.md"));
    for (String name : NAMES) assertTrue(docs.contains("`" + name + "`"), name);
  }
}
