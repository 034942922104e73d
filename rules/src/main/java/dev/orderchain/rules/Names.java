package dev.orderchain.rules;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The tests and drills that there are, to hold against those that comments and documents name. A
 * test is a file {@code …Test.java} or {@code …IT.java} of any module, and its methods; a drill is
 * in the table of {@code docs/drills.md}, which a test of the drills holds against the code.
 */
final class Names {
  /** Not an annotation such as {@code @QuarkusTest}, nor a word in capitals. */
  private static final Pattern TEST =
      Pattern.compile("(?<![@\\w])([A-Z]\\w*[a-z0-9](?:Test|IT))(?:\\.(\\w+))?\\b");

  private static final Pattern BROKEN_BY =
      Pattern.compile("Broken on purpose by the drills? ([^.]*)\\.");
  private static final Pattern CODE = Pattern.compile("\\{@code ([a-z0-9-]+)}");
  private static final Pattern DRILL_ROW = Pattern.compile("^\\| (`[^|]*)\\|", Pattern.MULTILINE);
  private static final Pattern TICKED = Pattern.compile("`([^`]+)`");
  private static final Pattern COMMENT = Pattern.compile("/\\*.*?\\*/|//[^\\n]*", Pattern.DOTALL);

  /** Test classes by simple name, with their sources; modules may have one of the same name. */
  private final Map<String, String> tests = new HashMap<>();

  private final Set<String> drills = new HashSet<>();

  /**
   * @param repository the folder that all modules lie in
   */
  Names(Path repository) {
    try {
      Files.walkFileTree(
          repository,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
              return !folder.equals(repository) && holdsNoTests(folder)
                  ? FileVisitResult.SKIP_SUBTREE
                  : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
              String name = file.getFileName().toString();
              if (name.endsWith("Test.java") || name.endsWith("IT.java")) {
                tests.merge(name.replace(".java", ""), Sources.read(file), String::concat);
              }
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    DRILL_ROW
        .matcher(Sources.read(repository.resolve("docs/drills.md")))
        .results()
        .flatMap(row -> TICKED.matcher(row.group(1)).results())
        .forEach(name -> drills.add(name.group(1)));
    if (tests.isEmpty() || drills.isEmpty()) {
      throw new IllegalStateException("no tests or no drills found below " + repository);
    }
  }

  private static boolean holdsNoTests(Path folder) {
    String name = folder.getFileName().toString();
    return name.startsWith(".") || name.equals("target") || folder.endsWith("src/main");
  }

  boolean isTest(String type) {
    return tests.containsKey(type);
  }

  /** Whether the source of the test class has the method. */
  boolean isTestMethod(String type, String method) {
    return isTest(type)
        && Pattern.compile("\\b" + Pattern.quote(method) + "\\(").matcher(tests.get(type)).find();
  }

  Set<String> drills() {
    return Set.copyOf(drills);
  }

  boolean isDrill(String name) {
    return drills.contains(name);
  }

  /** What the comments of a source name and is not there. */
  SortedSet<String> unknownIn(String source) {
    SortedSet<String> unknown = new TreeSet<>();
    COMMENT
        .matcher(source)
        .results()
        .map(c -> c.group().replaceAll("\\s*\\n\\s*\\*?\\s*", " "))
        .forEach(
            comment -> {
              unknown.addAll(unknownTests(comment));
              BROKEN_BY
                  .matcher(comment)
                  .results()
                  .flatMap(list -> CODE.matcher(list.group(1)).results())
                  .map(drill -> drill.group(1))
                  .filter(drill -> !isDrill(drill))
                  .forEach(unknown::add);
            });
    return unknown;
  }

  /** The tests, and methods of tests, that a text names and that are not there. */
  SortedSet<String> unknownTests(String text) {
    SortedSet<String> unknown = new TreeSet<>();
    TEST.matcher(text)
        .results()
        .filter(
            test ->
                test.group(2) == null
                    ? !isTest(test.group(1))
                    : !isTestMethod(test.group(1), test.group(2)))
        .map(test -> test.group())
        .forEach(unknown::add);
    return unknown;
  }
}
