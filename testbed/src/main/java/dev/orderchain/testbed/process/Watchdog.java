package dev.orderchain.testbed.process;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * Kills what this JVM started when this JVM ends, also when that is by SIGKILL: a shell that reads
 * from a pipe which only this JVM holds open, and acts at its end.
 *
 * <p>Not {@code PR_SET_PDEATHSIG}: that fires when the <em>thread</em> that started a process ends.
 */
public final class Watchdog {
  /** The 22nd field of a process's stat is its start; the second may hold blanks and ')'. */
  private static final String SCRIPT =
      """
      trap '' HUP INT TERM
      processes= folder=
      while read -r what rest; do
        case $what in
          process) processes="$processes $rest" ;;
          folder) folder=$rest ;;
        esac
      done
      for process in $processes; do
        pid=${process%:*}
        start=$(sed 's/.*) //' "/proc/$pid/stat" 2>/dev/null | cut -d' ' -f20)
        [ "$start" = "${process#*:}" ] && kill -KILL "$pid"
      done
      [ -z "$folder" ] || rm -rf "$folder" || { sleep 1; rm -rf "$folder"; }
      """;

  private static Watchdog instance;

  private final OutputStream pipe;

  private Watchdog(OutputStream pipe) {
    this.pipe = pipe;
  }

  public static synchronized Watchdog ofThisJvm() {
    if (instance == null) {
      try {
        Process shell =
            new ProcessBuilder("/bin/sh", "-c", SCRIPT)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        instance = new Watchdog(shell.getOutputStream());
      } catch (IOException e) {
        throw new TestbedException("cannot start a shell", e);
      }
    }
    return instance;
  }

  public void kills(OsProcess process) {
    tell("process " + process.pid() + ":" + process.startTicks());
  }

  /** Also removes this folder, once all is killed. */
  public void removes(Path folder) {
    tell("folder " + folder);
  }

  private synchronized void tell(String line) {
    try {
      pipe.write((line + "\n").getBytes(StandardCharsets.UTF_8));
      pipe.flush();
    } catch (IOException e) {
      throw new TestbedException("the watchdog is gone", e);
    }
  }
}
