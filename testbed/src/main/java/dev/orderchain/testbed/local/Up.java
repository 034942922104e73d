package dev.orderchain.testbed.local;

import dev.orderchain.testbed.Chain;
import dev.orderchain.testbed.Checkout;
import dev.orderchain.testbed.Part;
import dev.orderchain.testbed.Service;
import dev.orderchain.testbed.process.TestbedException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    description =
        "Starts what is not running of the order chain and returns when all of it is healthy. "
            + "This is also how a killed part comes back. Builds the services when that is needed.",
    footer = {
      "",
      "State, logs and keys are in .local; scripts/down ends the chain.",
      "Exit status: 0 healthy, 1 not, 2 misused."
    })
final class Up implements Callable<Integer> {
  @Parameters(paramLabel = "PART", description = "Start only these; all when none is given.")
  private List<String> names = List.of();

  @Spec private CommandSpec command;

  @Override
  public Integer call() {
    Chain chain = Chain.local(Checkout.here());
    List<Part> parts = names.isEmpty() ? chain.parts() : Named.parts(chain, names, command);
    long start = System.nanoTime();
    try (Turn turn = Turn.await(chain)) {
      chain.start(parts, part -> Steps.print(part, Up::start));
    } catch (TestbedException e) {
      System.err.println("Not all of it is healthy; scripts/status shows what runs.");
      return 1;
    }
    System.out.printf("Healthy after %.1f s.%n", Steps.seconds(start));
    if (names.isEmpty()) {
      System.out.print(whatToTry(chain));
    }
    return 0;
  }

  private static String start(Part part) {
    String done = part.isRunning() ? "was running, healthy" : "started, healthy";
    if (part instanceof Service service && service.isOutdated()) {
      service.stop();
      done = "ran an older build; restarted";
    }
    part.start();
    return done + ", pid " + part.pid().orElseThrow();
  }

  private static String whatToTry(Chain chain) {
    return """

    Try:
      TOKEN=$(scripts/token acme)
      curl -i %1$s/orders -H "Authorization: Bearer $TOKEN" \\
        -H 'Idempotency-Key: k1' -H 'Content-Type: application/json' \\
        -d '{"sku":"SKU-TEA","quantity":2}'
      ORDER=...  # the orderId of the answer
      curl -s %1$s/orders/$ORDER/chain -H "Authorization: Bearer $TOKEN"
      curl -s "%2$s/notifications?orderId=$ORDER" -H "Authorization: Bearer $TOKEN"
    """
        .formatted(chain.orderService().http(), chain.notificationService().http());
  }
}
