package dev.orderchain.drills.command;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/** The scripts print these files, so that help needs no build; after a change of an option, too. */
class HelpTest {

  @ParameterizedTest
  @ValueSource(strings = {"check", "drill", "bench"})
  void theFileThatAScriptPrintsIsTheHelpOfItsCommand(String name) throws IOException {
    CommandLine command = Drills.commandLine(Map.of()).getSubcommands().get(name);
    assertEquals(
        command.getUsageMessage(Ansi.OFF),
        Files.readString(Path.of("src/main/help", name + ".txt")));
  }
}
