package dev.orderchain.testbed;

import dev.orderchain.testbed.process.TestbedException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;

/**
 * The whole order chain as processes of this machine. Nothing runs until it is started, as a whole
 * or a part at a time; whatever runs already in the chain's folder is found again.
 */
public final class Chain implements AutoCloseable {
  public static final String ORDER_DB = "order-db";
  public static final String NOTIFICATION_DB = "notification-db";
  public static final String KAFKA = "kafka";
  public static final String REDIS = "redis";
  public static final String PAYMENT_PROVIDER = "payment-provider";
  public static final String ORDER_SERVICE = "order-service";
  public static final String RELAY_SERVICE = "relay-service";
  public static final String NOTIFICATION_SERVICE = "notification-service";

  private final Checkout checkout;
  private final Home home;
  private final Keys keys;
  private final MySqlServer orderDb;
  private final MySqlServer notificationDb;
  private final KafkaServer kafka;
  private final RedisServer redis;
  private final PaymentProvider paymentProvider;
  private final Service orderService;
  private final Service relayService;
  private final Service notificationService;
  private final List<Service> others = new ArrayList<>();

  private Chain(Checkout checkout, Home home) {
    this.checkout = checkout;
    this.home = home;
    keys = new Keys(checkout.script("keys"), home.keys());
    orderDb = new MySqlServer(home, checkout, keys, ORDER_DB, "orders");
    notificationDb = new MySqlServer(home, checkout, keys, NOTIFICATION_DB, "notifications");
    kafka = new KafkaServer(home, checkout, KAFKA);
    redis = new RedisServer(home, checkout, REDIS);
    paymentProvider =
        new PaymentProvider(
            home,
            PAYMENT_PROVIDER,
            checkout.jar(PAYMENT_PROVIDER),
            () -> environment(PAYMENT_PROVIDER));
    orderService = service(ORDER_SERVICE, ORDER_SERVICE);
    relayService = service(RELAY_SERVICE, RELAY_SERVICE);
    notificationService = service(NOTIFICATION_SERVICE, NOTIFICATION_SERVICE);
  }

  /** The chain of local mode: design ports, in {@code .local}; its processes outlive this JVM. */
  public static Chain local(Checkout checkout) {
    return new Chain(checkout, Home.local(checkout.root().resolve(".local")));
  }

  /** A chain in a folder, on free ports; its processes end with this JVM, however that ends. */
  public static Chain in(Path folder) {
    return new Chain(Checkout.here(), Home.bound(folder));
  }

  public MySqlServer orderDb() {
    return orderDb;
  }

  public MySqlServer notificationDb() {
    return notificationDb;
  }

  public KafkaServer kafka() {
    return kafka;
  }

  public RedisServer redis() {
    return redis;
  }

  public PaymentProvider paymentProvider() {
    return paymentProvider;
  }

  public Service orderService() {
    return orderService;
  }

  public Service relayService() {
    return relayService;
  }

  public Service notificationService() {
    return notificationService;
  }

  /** One more instance of a service, under a name and a port of its own; not started yet. */
  public Service another(String service, String name) {
    Service instance = service(service, name);
    others.add(instance);
    return instance;
  }

  /** All parts, in the order in which they are started. */
  public List<Part> parts() {
    List<Part> parts =
        new ArrayList<>(
            List.of(
                orderDb,
                notificationDb,
                kafka,
                redis,
                paymentProvider,
                orderService,
                relayService,
                notificationService));
    parts.addAll(others);
    return parts;
  }

  /** The part of that name. */
  public Part part(String name) {
    return parts().stream()
        .filter(part -> part.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new TestbedException("no part is called " + name));
  }

  public Path folder() {
    return home.folder();
  }

  public Keys keys() {
    return keys;
  }

  /** See {@link Keys#mintToken}. */
  public String mintToken(String tenant, String role) {
    return keys.mintToken(tenant, role);
  }

  /**
   * The environment that makes a service part of this chain, {@code SERVICE} being its own name.
   */
  public Map<String, String> environment(String service) {
    Map<String, String> environment = new HashMap<>(endpoints());
    environment.put("SMALLRYE_CONFIG_LOCATIONS", keys.configuration(service).toUri().toString());
    if (service.equals(PAYMENT_PROVIDER)) {
      environment.put("PROVIDER_DATA", paymentProvider.data().toString());
      environment.put(
          "PROVIDER_NOTICE_URL", "http://" + orderService.address() + "/payment-notices");
    }
    return environment;
  }

  /** Where the servers are, under the names by which the services know them. */
  Map<String, String> endpoints() {
    return Map.of(
        "KEYS", keys.folder().toString(),
        "ORDER_DB", orderDb.address(),
        "NOTIFICATION_DB", notificationDb.address(),
        "KAFKA", kafka.address(),
        "REDIS", redis.address(),
        "PAYMENT_PROVIDER", paymentProvider.address());
  }

  /** Starts what is not running; returns when all parts are healthy. */
  public void start() {
    start(parts());
  }

  /** Starts these, side by side, each after those of them that it needs. */
  public void start(Collection<? extends Part> parts) {
    start(parts, Part::start);
  }

  /** As {@link #start(Collection)}, with a step of the caller's own around each part's start. */
  public void start(Collection<? extends Part> parts, Consumer<Part> step) {
    Map<Part, CompletableFuture<Void>> started = new HashMap<>();
    try (ExecutorService threads = Executors.newCachedThreadPool()) {
      for (Part part : parts().stream().filter(new HashSet<>(parts)::contains).toList()) {
        CompletableFuture<?>[] needed =
            started.entrySet().stream()
                .filter(other -> needs(part).contains(other.getKey().name()))
                .map(Map.Entry::getValue)
                .toArray(CompletableFuture[]::new);
        started.put(
            part, CompletableFuture.allOf(needed).thenRunAsync(() -> step.accept(part), threads));
      }
      CompletableFuture.allOf(started.values().toArray(CompletableFuture[]::new)).join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    }
  }

  /** Ends all parts, the services before the servers. */
  public void stop() {
    stop(Part::stop);
  }

  /** As {@link #stop()}, with a step of the caller's own around each part's end. */
  public void stop(Consumer<Part> step) {
    parts().stream().filter(Service.class::isInstance).parallel().forEach(step);
    parts().stream().filter(part -> !(part instanceof Service)).parallel().forEach(step);
  }

  /** Kills all parts. */
  @Override
  public void close() {
    parts().forEach(Part::kill);
    kafka.closeLinks();
  }

  /**
   * The relay's rights on the outbox come from a migration of order-service. Nobody needs the
   * payment provider in order to start, and order-service not Kafka either.
   */
  private Set<String> needs(Part part) {
    if (!(part instanceof Service) || part == paymentProvider) {
      return Set.of();
    }
    if (part == orderService) {
      return Set.of(ORDER_DB, REDIS);
    }
    if (part == notificationService) {
      return Set.of(NOTIFICATION_DB, KAFKA);
    }
    return Set.of(ORDER_DB, NOTIFICATION_DB, REDIS, KAFKA, ORDER_SERVICE);
  }

  private Service service(String service, String name) {
    return new Service(home, name, checkout.jar(service), () -> environment(service));
  }
}
