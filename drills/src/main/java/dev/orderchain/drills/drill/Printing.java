package dev.orderchain.drills.drill;

import dev.orderchain.drills.evidence.Evidence;
import dev.orderchain.drills.evidence.EvidenceFile;
import dev.orderchain.drills.evidence.EvidencePage;
import dev.orderchain.drills.evidence.Run;
import dev.orderchain.drills.stage.Drill;
import dev.orderchain.drills.world.Where;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What is printed of a run, where, and in which form. */
final class Printing {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--steps",
      description = "Print the progress beside the lines, not on standard error.")
  private boolean steps;

  @Option(names = "--json", description = "Print the evidence as JSON in place of the lines.")
  private boolean json;

  @Option(names = "--quiet", description = "Print the lines only, without the progress.")
  private boolean quiet;

  void list(List<Drill> drills) {
    PrintWriter out = out();
    for (Drill drill : drills) {
      String only = drill.where().contains(Where.COMPOSE) ? "" : " (local only)";
      out.printf("%-30s %s%s%n", drill.name(), drill.fault(), only);
    }
    out.flush();
  }

  void leftOut(List<Drill> chosen, List<Drill> all) {
    if (json) return;
    List<String> leftOut =
        all.stream().filter(drill -> !chosen.contains(drill)).map(Drill::name).toList();
    PrintWriter out = out();
    out.printf(
        "%d of %d drills; left out: %s%n",
        chosen.size(), all.size(), leftOut.isEmpty() ? "none" : String.join(" ", leftOut));
    out.flush();
  }

  /** Something that happens now. */
  void tell(String progress) {
    if (quiet) return;
    PrintWriter to = steps && !json ? out() : spec.commandLine().getErr();
    to.println(progress);
    to.flush();
  }

  /** What came of a drill. */
  void line(Evidence evidence) {
    if (json) return;
    PrintWriter out = out();
    out.println(evidence.line());
    for (String complaint : evidence.complaints()) out.println("  " + complaint);
    out.flush();
  }

  /**
   * What came of all of them; leaves the evidence.
   *
   * @param stem the evidence's files without their endings
   */
  void end(Run run, Path stem) throws IOException {
    Path file = stem.resolveSibling(stem.getFileName() + ".json");
    Path page = stem.resolveSibling(stem.getFileName() + ".html");
    EvidenceFile.write(run, file);
    Files.writeString(page, EvidencePage.of(run));
    PrintWriter out = out();
    if (json) {
      out.println(Files.readString(file));
    } else {
      tell("");
      for (String leftover : run.leftovers()) out.println("  left: " + leftover);
      out.printf(
          "%d drills: %s; leftovers=%d; seed %d; %d s%n",
          run.drills().size(),
          run.verdicts(),
          run.leftovers().size(),
          run.seed(),
          Duration.between(run.began(), run.ended()).toSeconds());
      out.println("Evidence: " + shown(file) + " and " + shown(page));
    }
    out.flush();
  }

  /** From the folder that the command runs in, where it is below that. */
  private static Path shown(Path file) {
    Path here = Path.of("").toAbsolutePath();
    return file.toAbsolutePath().startsWith(here) ? here.relativize(file.toAbsolutePath()) : file;
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }
}
