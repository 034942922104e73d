package dev.orderchain.testbed.local;

import dev.orderchain.testbed.Chain;
import dev.orderchain.testbed.Checkout;
import dev.orderchain.testbed.Part;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    description = "Kills parts of the order chain on the spot (SIGKILL).",
    footer = {"", "Exit status: 0 killed, 1 when one was not running, 2 misused."})
final class Kill implements Callable<Integer> {
  @Parameters(paramLabel = "PART", arity = "1..*", description = "For example relay-service.")
  private List<String> names;

  @Spec private CommandSpec command;

  @Override
  public Integer call() {
    List<Part> parts = Named.parts(Chain.local(Checkout.here()), names, command);
    int status = 0;
    for (Part part : parts) {
      OptionalLong pid = part.pid();
      if (part.kill()) {
        System.out.printf(
            "Killed %s (pid %d). 'scripts/up %1$s' starts it again.%n",
            part.name(), pid.orElseThrow());
      } else {
        System.err.println(part.name() + " was not running");
        status = 1;
      }
    }
    return status;
  }
}
