package dev.orderchain.drills.drill;

import dev.orderchain.drills.evidence.Evidence;
import dev.orderchain.drills.evidence.Run;
import dev.orderchain.drills.evidence.Verdict;
import dev.orderchain.drills.stage.Drill;
import dev.orderchain.drills.world.Where;
import dev.orderchain.drills.world.World;
import dev.orderchain.drills.world.compose.ComposeHere;
import dev.orderchain.drills.world.compose.ComposeWorld;
import dev.orderchain.drills.world.local.LocalHere;
import dev.orderchain.drills.world.local.LocalWorld;
import dev.orderchain.testbed.Checkout;
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
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
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

  @Mixin private Printing printing;

  @Override
  public Integer call() throws Exception {
    List<Drill> drills = Catalogue.drills(everythingFor);
    if (list) {
      printing.list(names.isEmpty() ? all(drills) : named(drills));
      return 0;
    }
    long seed = this.seed != null ? this.seed : ThreadLocalRandom.current().nextLong(SEEDS);
    List<Drill> chosen = chosen(drills, seed);
    Instant began = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    printing.tell("seed " + seed + ", on " + where());
    Path home = Checkout.here().root();
    Path folder = this.folder != null ? this.folder : home.resolve("evidence");
    Files.createDirectories(folder);
    Path chain = folder.resolve("chain-" + ProcessHandle.current().pid());
    Campaign campaign = new Campaign(() -> open(chain), printing::tell);
    List<Evidence> evidence = new ArrayList<>();
    try (campaign) {
      for (Drill drill : chosen) {
        evidence.add(campaign.run(drill, seed));
        printing.line(evidence.getLast());
      }
    }
    List<String> leftovers = campaign.leftovers();
    Run run =
        new Run(began, Instant.now(), where(), seed, campaign.versions(), evidence, leftovers);
    printing.end(run, folder.resolve(began.toString().replace(":", "")));
    boolean good = evidence.stream().allMatch(e -> e.verdict() == Verdict.PASS);
    return good && leftovers.isEmpty() ? 0 : 1;
  }

  private List<Drill> chosen(List<Drill> drills, long seed) {
    if ((all || share != null) == !names.isEmpty()) {
      throw new ParameterException(
          spec.commandLine(), "name the drills to run, or --all, or --share, or --list");
    }
    if (share != null) {
      List<Drill> chosen = share.choose(all(drills), seed);
      printing.leftOut(chosen, all(drills));
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

  private String where() {
    return on.name().toLowerCase(Locale.ROOT) + (here ? ", here" : "");
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
