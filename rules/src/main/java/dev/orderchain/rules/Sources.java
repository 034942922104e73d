package dev.orderchain.rules;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The main sources of a module, as text. Packages are named relative to its root package: {@code
 * card}, {@code drill.card}; the root itself by its last part.
 */
final class Sources {
  private static final String NAME = "[a-z]\\w*(?:\\.[a-z]\\w*)*";

  private static final Pattern USES =
      Pattern.compile(
          "Uses (?:no other package of the [a-z]+|the packages? (NAME(?:(?:, | and )NAME)*))\\. ?$"
              .replace("NAME", NAME));

  private final Path sources;
  private final String root;
  private final Map<String, List<Path>> packages = new TreeMap<>();

  /**
   * @param folder the module's folder
   * @param root the package that all its packages lie in, such as {@code dev.orderchain.order}
   * @throws IllegalArgumentException if it has no such package
   */
  Sources(Path folder, String root) {
    this.sources = folder.resolve("src/main/java");
    this.root = root;
    Path rootFolder = sources.resolve(root.replace('.', '/'));
    if (!Files.isDirectory(rootFolder)) {
      throw new IllegalArgumentException("no folder " + rootFolder);
    }
    try (Stream<Path> all = Files.walk(rootFolder)) {
      all.filter(f -> f.toString().endsWith(".java"))
          .sorted()
          .forEach(
              f ->
                  packages
                      .computeIfAbsent(
                          name(sources.relativize(f.getParent()).toString().replace('/', '.')),
                          p -> new ArrayList<>())
                      .add(f));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Each package's files, its {@code package-info.java} among them. */
  Map<String, List<Path>> packages() {
    return packages;
  }

  /** The other packages of the module that the files of this one import. */
  SortedSet<String> imports(String name) {
    Pattern line =
        Pattern.compile(
            "^import (?:static )?(" + Pattern.quote(root) + "(?:\\.[a-z]\\w*)*)\\.[A-Z*]",
            Pattern.MULTILINE);
    SortedSet<String> imported = new TreeSet<>();
    for (Path file : packages.get(name)) {
      line.matcher(read(file)).results().forEach(m -> imported.add(name(m.group(1))));
    }
    imported.remove(name);
    return imported;
  }

  /**
   * What the package's comment says that it uses: its last sentence, {@code Uses the packages a, b
   * and c.} or {@code Uses no other package of the module.}
   *
   * @return null if there is no comment, or its last sentence is another one
   */
  SortedSet<String> says(String name) {
    for (Path file : packages.get(name)) {
      if (file.endsWith("package-info.java")) {
        Matcher uses = USES.matcher(comment(read(file)));
        if (uses.find()) {
          return uses.group(1) == null
              ? new TreeSet<>()
              : new TreeSet<>(List.of(uses.group(1).split(", | and ")));
        }
      }
    }
    return null;
  }

  /** The file's path below the root package's folder. */
  String relative(Path file) {
    return sources.resolve(root.replace('.', '/')).relativize(file).toString();
  }

  static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String name(String qualified) {
    return qualified.equals(root)
        ? root.substring(root.lastIndexOf('.') + 1)
        : qualified.substring(root.length() + 1);
  }

  private static String comment(String source) {
    int end = source.lastIndexOf("*/");
    return source.substring(0, Math.max(end, 0)).replaceAll("\\s*\\n\\s*\\*?\\s*", " ");
  }
}
