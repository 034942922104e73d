package dev.orderchain.drills.world.compose;

import dev.orderchain.testbed.Chain;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What runs in the containers. */
final class Versions {
  private static final String KAFKA_RUN = "/opt/kafka/bin/kafka-run-class.sh";
  private static final Pattern VERSION = Pattern.compile("\\d+(\\.\\d+)+\\S*");

  private Versions() {}

  /** By name. */
  static Map<String, String> of(Docker docker, List<Container> parts) {
    Map<String, String> versions = new TreeMap<>();
    versions.put("Docker", docker.output("version", "--format", "{{.Server.Version}}"));
    versions.put("MySQL", in(parts, Chain.ORDER_DB, "mysqld", "--version"));
    versions.put("Redis", in(parts, Chain.REDIS, "redis-server", "--version"));
    versions.put("Kafka", in(parts, Chain.KAFKA, KAFKA_RUN, "kafka.Kafka", "--version"));
    versions.put("JDK", in(parts, Chain.ORDER_SERVICE, "java", "--version"));
    for (Container part : parts) versions.put("image of " + part.name(), part.image());
    return versions;
  }

  /** The first version that a command inside of a part prints. */
  private static String in(List<Container> parts, String name, String... command) {
    Container container =
        parts.stream().filter(part -> part.name().equals(name)).findFirst().orElseThrow();
    String said = container.says(command);
    Matcher version = VERSION.matcher(said);
    return version.find() ? version.group() : said;
  }
}
