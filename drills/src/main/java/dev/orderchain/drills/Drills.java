package dev.orderchain.drills;

import dev.orderchain.drills.check.Check;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Runs one command. Exit status: 0 good, 1 a verdict against the chain, 2 it could not be run. */
@Command(
    name = "drills",
    description = "Judges an order chain.",
    mixinStandardHelpOptions = true,
    subcommands = {Check.class})
public final class Drills {
  private Drills() {}

  public static void main(String[] args) {
    System.exit(run(args));
  }

  public static int run(String... args) {
    return new CommandLine(new Drills())
        .registerConverter(java.time.Duration.class, Spans::parse)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setExecutionExceptionHandler(Drills::explain)
        .execute(args);
  }

  private static int explain(Exception e, CommandLine command, CommandLine.ParseResult parsed)
      throws Exception {
    if (!(e instanceof CannotRun)) throw e;
    command.getErr().println(command.getCommandName() + ": " + e.getMessage());
    return 2;
  }
}
