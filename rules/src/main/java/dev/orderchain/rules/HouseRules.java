package dev.orderchain.rules;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * What holds for the main sources of every module. A module keeps it with a test class that extends
 * this one and names its root package; it is run in the module's folder.
 */
public abstract class HouseRules {
  private static final int MOST_LINES = 250;
  private static final int MOST_FILES = 15;

  private final String root;
  private final Sources sources;

  /**
   * @param root the package that all packages of the module lie in
   */
  protected HouseRules(String root) {
    this.root = root;
    this.sources = new Sources(Path.of(""), root);
  }

  /**
   * The files that are longer than 250 lines all the same, by their path below the root package.
   * The list only shrinks: a file that has become shorter must leave it.
   */
  protected Set<String> longFiles() {
    return Set.of();
  }

  @Test
  void packagesHaveNoCycles() {
    JavaClasses classes =
        new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(root);
    slices().matching("dev.orderchain.(**)").should().beFreeOfCycles().check(classes);
  }

  @Test
  void eachPackageSaysWhatItUses() {
    SortedMap<String, SortedSet<String>> imported = new TreeMap<>();
    SortedMap<String, SortedSet<String>> said = new TreeMap<>();
    for (String name : sources.packages().keySet()) {
      imported.put(name, sources.imports(name));
      said.put(name, sources.says(name));
    }
    assertEquals(lines(imported), lines(said), "imported, and named in package-info.java");
  }

  @Test
  void noFileIsLong() {
    SortedSet<String> tooLong = new TreeSet<>();
    sources.packages().values().stream()
        .flatMap(files -> files.stream())
        .filter(f -> Sources.read(f).lines().count() > MOST_LINES)
        .forEach(f -> tooLong.add(sources.relative(f)));
    assertEquals(new TreeSet<>(longFiles()), tooLong, "files of more than " + MOST_LINES);
  }

  @Test
  void noPackageIsLarge() {
    SortedMap<String, Integer> tooLarge = new TreeMap<>();
    sources
        .packages()
        .forEach(
            (name, files) -> {
              if (files.size() > MOST_FILES) {
                tooLarge.put(name, files.size());
              }
            });
    assertEquals(Map.of(), tooLarge, "packages of more than " + MOST_FILES + " files");
  }

  @Test
  void namesInCommentsExist() {
    SortedMap<String, SortedSet<String>> unknown = new TreeMap<>();
    Names names = new Names(Path.of("").toAbsolutePath().getParent());
    sources.packages().values().stream()
        .flatMap(files -> files.stream())
        .forEach(
            f -> {
              SortedSet<String> missing = names.unknownIn(Sources.read(f));
              if (!missing.isEmpty()) {
                unknown.put(sources.relative(f), missing);
              }
            });
    assertEquals(Map.of(), unknown, "tests and drills that are named and do not exist");
  }

  /** One package a line, so that a failure shows which one differs. */
  private static String lines(Map<String, ?> map) {
    StringBuilder lines = new StringBuilder();
    map.forEach((k, v) -> lines.append(k).append(": ").append(v).append('\n'));
    return lines.toString();
  }
}
