package dev.orderchain.drills.drill;

import dev.orderchain.drills.evidence.Evidence;
import dev.orderchain.drills.evidence.EvidenceFile;
import dev.orderchain.drills.evidence.EvidencePage;
import dev.orderchain.drills.evidence.Run;
import dev.orderchain.drills.evidence.Verdict;
import dev.orderchain.drills.stage.Drill;
import dev.orderchain.drills.world.ComposeHere;
import dev.orderchain.drills.world.ComposeWorld;
import dev.orderchain.drills.world.LocalHere;
import dev.orderchain.drills.world.LocalWorld;
import dev.orderchain.drills.world.Where;
import dev.orderchain.drills.world.World;
import dev.orderchain.testbed.Checkout;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** Runs drills on a chain of their own and leaves their evidence. */
@Command(
    name = "drill",
    description = {
      "Breaks a running chain at a known point, sees that it hit, lets it",
      "recover by itself, and prints a line with what was counted. The chain",
      "is the drills' own, from empty data on, or the one that runs here."
    },
    footer = {
      "",
      "Exit status: 0 all PASS; 1 one is not: FAIL, or NOT RUN, which means that",
      "its fault was not seen to hit; 2 it could not be run."
    },
    mixinStandardHelpOptions = true)
public final class DrillCommand implements Callable<Integer> {
  private static final int SEEDS = 1_000_000;

  @Spec private CommandSpec spec;

  @Parameters(
      arity = "0..*",
      paramLabel = "NAME",
      description = "The drills to run, in this order.")
  private List<String> names = new ArrayList<>();

  @Option(names = "--all", description = "Run all that can be run there.")
  private boolean all;

  @Option(
      names = "--list",
      description = "Print the drills, or those named, and what each does, and end.")
  private boolean list;

  @Option(
      names = "--on",
      paramLabel = "WHERE",
      defaultValue = "local",
      description = "local: processes of this machine (default); compose: containers.")
  private Where on;

  @Option(
      names = "--here",
      description = {
        "Hurt the chain that runs here (scripts/up, or docker compose up with --on compose), which"
            + " runs again afterwards. The orders stay; nothing else is written. Give it the chain"
            + " to itself, or the sums are not its own."
      })
  private boolean here;

  @Option(
      names = "--share",
      paramLabel = "1/N",
      converter = ShareReader.class,
      description =
          "Run a part of --all: always a drill for each row of the confirmation matrix, and of the"
              + " others every Nth, drawn by the seed.")
  private Share share;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "What is drawn by chance is drawn from this; by default another one each time.")
  private Long seed;

  @Option(
      names = "--everything-for",
      paramLabel = "SPAN",
      defaultValue = "2m",
      description = "How long 'everything' has traffic (30s, 2m, 1h); default ${DEFAULT-VALUE}.")
  private Duration everythingFor;

  @Option(
      names = "--evidence",
      paramLabel = "FOLDER",
      description = "Where the evidence goes; default evidence in the checkout.")
  private Path folder;

  @Option(
      names = "--steps",
      description = "Print the progress beside the lines, not on standard error.")
  private boolean steps;

  @Option(names = "--json", description = "Print the evidence as JSON in place of the lines.")
  private boolean json;

  @Option(names = "--quiet", description = "Print the lines only, without the progress.")
  private boolean quiet;

  @Override
  public Integer call() throws Exception {
    List<Drill> drills = Catalogue.drills(everythingFor);
    if (list) return list(names.isEmpty() ? all(drills) : named(drills));
    long seed = this.seed != null ? this.seed : ThreadLocalRandom.current().nextLong(SEEDS);
    List<Drill> chosen = chosen(drills, seed);
    Instant began = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    tell("seed " + seed + ", on " + where());
    Path home = Checkout.here().root();
    Path folder = this.folder != null ? this.folder : home.resolve("evidence");
    Files.createDirectories(folder);
    Path chain = folder.resolve("chain-" + ProcessHandle.current().pid());
    Campaign campaign = new Campaign(() -> open(chain), this::tell);
    List<Evidence> evidence = new ArrayList<>();
    try (campaign) {
      for (Drill drill : chosen) evidence.add(print(campaign.run(drill, seed)));
    }
    List<String> leftovers = campaign.leftovers();
    Run run =
        new Run(began, Instant.now(), where(), seed, campaign.versions(), evidence, leftovers);
    conclude(run, folder.resolve(began.toString().replace(":", "")));
    boolean good = evidence.stream().allMatch(e -> e.verdict() == Verdict.PASS);
    return good && leftovers.isEmpty() ? 0 : 1;
  }

  private int list(List<Drill> drills) {
    PrintWriter out = spec.commandLine().getOut();
    for (Drill drill : drills) {
      String only = drill.where().contains(Where.COMPOSE) ? "" : " (local only)";
      out.printf("%-30s %s%s%n", drill.name(), drill.fault(), only);
    }
    out.flush();
    return 0;
  }

  private List<Drill> chosen(List<Drill> drills, long seed) {
    if ((all || share != null) == !names.isEmpty()) {
      throw new ParameterException(
          spec.commandLine(), "name the drills to run, or --all, or --share, or --list");
    }
    if (share != null) {
      List<Drill> chosen = share.choose(all(drills), seed);
      print(chosen, all(drills));
      return chosen;
    }
    return all ? all(drills) : named(drills);
  }

  /** All that can be run there. */
  private List<Drill> all(List<Drill> drills) {
    return drills.stream().filter(drill -> drill.runsOn(on, here)).toList();
  }

  private List<Drill> named(List<Drill> drills) {
    return names.stream().map(name -> named(drills, name)).toList();
  }

  private void print(List<Drill> chosen, List<Drill> all) {
    List<String> leftOut =
        all.stream().filter(drill -> !chosen.contains(drill)).map(Drill::name).toList();
    if (json) return;
    PrintWriter out = spec.commandLine().getOut();
    out.printf(
        "%d of %d drills; left out: %s%n",
        chosen.size(), all.size(), leftOut.isEmpty() ? "none" : String.join(" ", leftOut));
    out.flush();
  }

  private Drill named(List<Drill> drills, String name) {
    Drill drill =
        drills.stream()
            .filter(d -> d.name().equals(name))
            .findFirst()
            .orElseThrow(
                () ->
                    new ParameterException(
                        spec.commandLine(), "no drill is called " + name + "; see --list"));
    if (!drill.where().contains(on)) {
      throw new ParameterException(
          spec.commandLine(),
          name + " can be run on local only: it needs links or a clock of its own");
    }
    if (!drill.runsOn(on, here)) {
      throw new ParameterException(
          spec.commandLine(), name + " needs a chain of its own; --here --list has the others");
    }
    return drill;
  }

  private World open(Path folder) {
    return switch (on) {
      case LOCAL -> here ? new LocalHere() : new LocalWorld(folder);
      case COMPOSE -> here ? new ComposeHere(folder) : new ComposeWorld(folder);
    };
  }

  private Evidence print(Evidence evidence) {
    if (json) return evidence;
    PrintWriter out = spec.commandLine().getOut();
    out.println(evidence.line());
    for (String complaint : evidence.complaints()) out.println("  " + complaint);
    out.flush();
    return evidence;
  }

  private void conclude(Run run, Path stem) throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    Path file = stem.resolveSibling(stem.getFileName() + ".json");
    Path page = stem.resolveSibling(stem.getFileName() + ".html");
    EvidenceFile.write(run, file);
    Files.writeString(page, EvidencePage.of(run));
    tell("");
    if (json) {
      out.println(Files.readString(file));
      out.flush();
      return;
    }
    for (String leftover : run.leftovers()) out.println("  left: " + leftover);
    out.printf(
        "%d drills: %s; leftovers=%d; seed %d; %d s%n",
        run.drills().size(),
        run.verdicts(),
        run.leftovers().size(),
        run.seed(),
        Duration.between(run.began(), run.ended()).toSeconds());
    out.println("Evidence: " + shown(file) + " and " + shown(page));
    out.flush();
  }

  /** From the folder that the command runs in, where it is below that. */
  private static Path shown(Path file) {
    Path here = Path.of("").toAbsolutePath();
    return file.toAbsolutePath().startsWith(here) ? here.relativize(file.toAbsolutePath()) : file;
  }

  private String where() {
    return on.name().toLowerCase(Locale.ROOT) + (here ? ", here" : "");
  }

  private void tell(String progress) {
    if (quiet) return;
    CommandLine command = spec.commandLine();
    PrintWriter to = steps && !json ? command.getOut() : command.getErr();
    to.println(progress);
    to.flush();
  }

  private static final class ShareReader implements ITypeConverter<Share> {
    @Override
    public Share convert(String text) {
      try {
        return Share.parse(text);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(e.getMessage());
      }
    }
  }
}
