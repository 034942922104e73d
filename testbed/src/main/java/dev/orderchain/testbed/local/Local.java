package dev.orderchain.testbed.local;

import dev.orderchain.testbed.process.TestbedException;
import java.util.Arrays;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** Runs the command that the first argument names: exit status 0 done, 1 not, 2 misused. */
final class Local {
  private static final OptionSpec HELP =
      OptionSpec.builder("-h", "--help").usageHelp(true).description("Show this.").build();

  private Local() {}

  public static void main(String[] args) {
    Callable<Integer> command =
        switch (args.length == 0 ? "" : args[0]) {
          case "up" -> new Up();
          case "down" -> new Down();
          case "status" -> new Status();
          case "kill" -> new Kill();
          default -> throw new IllegalArgumentException("expected up, down, status or kill");
        };
    CommandLine commandLine =
        new CommandLine(command)
            .setCommandName("scripts/" + args[0])
            .setExecutionExceptionHandler(Local::explain);
    commandLine.getCommandSpec().addOption(HELP);
    System.exit(commandLine.execute(Arrays.copyOfRange(args, 1, args.length)));
  }

  private static int explain(
      Exception e, CommandLine commandLine, CommandLine.ParseResult arguments) throws Exception {
    if (!(e instanceof TestbedException)) {
      throw e;
    }
    System.out.flush();
    commandLine.getErr().println(commandLine.getCommandName() + ": " + e.getMessage());
    return CommandLine.ExitCode.SOFTWARE;
  }
}
