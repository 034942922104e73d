package dev.orderchain.order.price;

import io.quarkus.redis.datasource.ReactiveRedisDataSource;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.redis.client.Command;
import io.vertx.mutiny.redis.client.Response;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.microprofile.faulttolerance.CircuitBreaker;
import org.eclipse.microprofile.faulttolerance.Timeout;

/**
 * Runs scripts in Redis, each within a short time; when too many of them fail, none is run for a
 * while. One that is out of time may still be run later: what it does then must do no harm.
 */
@ApplicationScoped
class Scripts {
  private final ReactiveRedisDataSource redis;

  Scripts(ReactiveRedisDataSource redis) {
    this.redis = redis;
  }

  /** One round trip; two when this Redis has not seen the script yet. */
  @Timeout
  @CircuitBreaker
  Uni<Response> run(Script script, List<String> keys, List<String> arguments) {
    return run(Command.EVALSHA, script.digest(), keys, arguments)
        .onFailure(Scripts::isNotLoaded)
        .recoverWithUni(() -> run(Command.EVAL, script.source(), keys, arguments));
  }

  private Uni<Response> run(
      Command command, String script, List<String> keys, List<String> arguments) {
    List<String> words = new ArrayList<>(2 + keys.size() + arguments.size());
    words.add(script);
    words.add(Integer.toString(keys.size()));
    words.addAll(keys);
    words.addAll(arguments);
    return redis.execute(command, words.toArray(String[]::new));
  }

  private static boolean isNotLoaded(Throwable failure) {
    return String.valueOf(failure.getMessage()).startsWith("NOSCRIPT");
  }
}
