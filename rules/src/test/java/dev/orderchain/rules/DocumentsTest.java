package dev.orderchain.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The documents of this repository: what they link to and what they name is there. */
class DocumentsTest {
  private static final Path REPOSITORY = Path.of("").toAbsolutePath().getParent();
  private static final Path DOCS = REPOSITORY.resolve("docs");
  private static final Path GUARANTEES = DOCS.resolve("guarantees.md");
  private static final Pattern LINK = Pattern.compile("\\[([^\\]]*)]\\(([^)#\\s]+)[^)]*\\)");
  private static final Pattern TICKED = Pattern.compile("`([^`]+)`");
  private static final Pattern JAVA_NAME =
      Pattern.compile("`(?:\\w+/)?(…?)(\\w+)(?:\\.(\\w+))?(…?)`");

  private final Names names = new Names(REPOSITORY);

  private static List<Path> documents() throws IOException {
    try (Stream<Path> docs = Files.walk(DOCS)) {
      return Stream.concat(
              docs.filter(file -> file.toString().endsWith(".md")),
              Stream.of(REPOSITORY.resolve("README.md")))
          .toList();
    }
  }

  @Test
  void linksLeadToFilesThatAreThere() throws IOException {
    SortedSet<String> dead = new TreeSet<>();
    for (Path document : documents()) {
      for (MatchResult link : links(Sources.read(document))) {
        String target = link.group(2);
        if (!target.contains(":") && !Files.exists(document.resolveSibling(target).normalize())) {
          dead.add(document.getFileName() + " → " + target);
        }
      }
    }
    assertEquals(Set.of(), dead);
  }

  @Test
  void testsThatAreNamedAreThere() throws IOException {
    SortedSet<String> unknown = new TreeSet<>();
    for (Path document : documents()) {
      // Of the guarantees' names, which may be a part of one, see the next test.
      if (document.equals(GUARANTEES)) continue;
      String text = LINK.matcher(Sources.read(document)).replaceAll("$1");
      unknown.addAll(names.unknownTests(text));
    }
    assertEquals(Set.of(), unknown);
  }

  @Test
  void guaranteesLinkEachTestAndEachLinkLeadsToWhatItNames() {
    SortedSet<String> wrong = new TreeSet<>();
    for (String[] row : guarantees()) {
      String test = row[2];
      if (TICKED.matcher(LINK.matcher(test).replaceAll("")).results().anyMatch(t -> isTest(t))) {
        wrong.add("no link: " + test);
      }
      for (MatchResult link : links(row[1] + row[2])) {
        if (!leadsToWhatItNames(link.group(1), link.group(2))) wrong.add(link.group());
      }
    }
    assertEquals(Set.of(), wrong);
  }

  @Test
  void guaranteesNameEachDrillAndNoOther() {
    SortedSet<String> named = new TreeSet<>();
    for (String[] row : guarantees()) {
      TICKED.matcher(row[3]).results().map(drill -> drill.group(1)).forEach(named::add);
    }
    assertEquals(new TreeSet<>(names.drills()), named);
  }

  private static boolean isTest(MatchResult ticked) {
    return ticked.group(1).matches("(\\w+/)?[A-Z]\\w*(Test|IT)(\\.\\w+…?)?|…\\w+");
  }

  /** The class by the file's name, and the method, or a part of its name, by the file's text. */
  private static boolean leadsToWhatItNames(String text, String target) {
    var name = JAVA_NAME.matcher(text);
    if (!name.matches()) return !target.endsWith(".java");
    Path file = DOCS.resolve(target).normalize();
    if (!Files.exists(file)) return false;
    boolean isPart = !name.group(1).isEmpty();
    String type = file.getFileName().toString().replace(".java", "");
    String member = isPart ? name.group(2) : name.group(3);
    if (!isPart && !name.group(2).equals(type)) return false;
    if (member == null) return true;
    String form = (isPart ? "(?i)" : "\\b") + member + (name.group(4).isEmpty() ? "\\b" : "\\w*");
    return Pattern.compile(form).matcher(Sources.read(file)).find();
  }

  private static Collection<MatchResult> links(String text) {
    return LINK.matcher(text).results().toList();
  }

  /** The cells of each promise: promise, mechanism, test, drill. */
  private static List<String[]> guarantees() {
    List<String[]> rows =
        Sources.read(GUARANTEES)
            .lines()
            .filter(line -> line.startsWith("| ") && !line.startsWith("| promise"))
            .map(line -> line.substring(1, line.length() - 1).split("\\|", -1))
            .toList();
    assertTrue(rows.size() > 80, rows.size() + " promises");
    for (String[] row : rows) assertEquals(4, row.length, String.join("|", row));
    return rows;
  }
}
