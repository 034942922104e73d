package dev.orderchain.testbed.local;

import dev.orderchain.testbed.Chain;
import dev.orderchain.testbed.Part;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** The parts that a command line names. */
final class Named {
  private Named() {}

  static List<Part> parts(Chain chain, List<String> names, CommandSpec command) {
    return names.stream().map(name -> part(chain, name, command)).distinct().toList();
  }

  private static Part part(Chain chain, String name, CommandSpec command) {
    return chain.parts().stream()
        .filter(part -> part.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new CommandLine.ParameterException(
                    command.commandLine(),
                    "no part is called %s; there are %s"
                        .formatted(
                            name,
                            String.join(", ", chain.parts().stream().map(Part::name).toList()))));
  }
}
