package dev.orderchain.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SourcesTest {
  @TempDir Path folder;

  @BeforeEach
  void root() throws IOException {
    write("shop/Start.java", "package shop;\nimport shop.basket.Basket;\n");
  }

  @Test
  void importsAreOfTheModuleAndOfOtherPackages() throws IOException {
    write(
        "shop/basket/Basket.java",
        """
        package shop.basket;

        import static shop.money.deep.Sum.add;
        import java.util.List;
        import shop.Start;
        import shop.basket.Item;
        import shopping.Other;
        """);

    assertEquals(Set.of("money.deep", "shop"), sources().imports("basket"));
    assertEquals(Set.of("basket"), sources().imports("shop"));
  }

  @Test
  void lastSentenceNamesPackages() throws IOException {
    write("shop/a/package-info.java", "/**\n * A room. Uses the packages b, c.d and\n * e.\n */\n");
    write("shop/b/package-info.java", "/** A room. Uses the package c. */\npackage shop.b;\n");
    write("shop/c/package-info.java", "/** A room. Uses no other package of the shop. */\n");

    assertEquals(Set.of("b", "c.d", "e"), sources().says("a"));
    assertEquals(Set.of("c"), sources().says("b"));
    assertEquals(Set.of(), sources().says("c"));
  }

  @Test
  void anotherLastSentenceSaysNothing() throws IOException {
    write("shop/a/package-info.java", "/** Uses the package b. But this is said last. */\n");
    write("shop/b/Thing.java", "package shop.b;\n");

    assertNull(sources().says("a"));
    assertNull(sources().says("b"));
  }

  @Test
  void rootThatIsNotThereIsAnError() {
    assertThrows(IllegalArgumentException.class, () -> new Sources(folder, "other"));
  }

  private Sources sources() {
    return new Sources(folder, "shop");
  }

  private void write(String path, String text) throws IOException {
    Path file = folder.resolve("src/main/java").resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }
}
