package dev.orderchain.drills.command;

import dev.orderchain.drills.CannotRun;
import dev.orderchain.drills.benchmark.Bench;
import dev.orderchain.drills.check.Check;
import dev.orderchain.drills.drill.DrillCommand;
import java.time.Duration;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Runs one command. Exit status: 0 good, 1 a verdict against the chain, 2 it could not be run. */
@Command(name = "drills", description = "Judges an order chain.", mixinStandardHelpOptions = true)
public final class Drills {
  private Drills() {}

  public static void main(String[] args) {
    System.exit(commandLine(System.getenv()).execute(args));
  }

  /** The commands, with this as their environment. */
  public static CommandLine commandLine(Map<String, String> environment) {
    return new CommandLine(new Drills())
        .addSubcommand(new Check(environment))
        .addSubcommand(new Bench())
        .addSubcommand(new DrillCommand())
        .registerConverter(Duration.class, Spans::parse)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setUsageHelpWidth(100)
        .setExecutionExceptionHandler(Drills::explain);
  }

  private static int explain(Exception e, CommandLine command, CommandLine.ParseResult parsed)
      throws Exception {
    if (!(e instanceof CannotRun)) throw e;
    command.getErr().println(command.getCommandName() + ": " + e.getMessage());
    return 2;
  }
}
