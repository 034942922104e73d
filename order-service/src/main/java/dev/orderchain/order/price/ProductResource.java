package dev.orderchain.order.price;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.orderchain.order.idempotency.OnceHeaders;
import dev.orderchain.order.outbox.TraceParent;
import dev.orderchain.order.problem.Body;
import dev.orderchain.order.problem.Problem;
import dev.orderchain.order.request.StrictJson;
import dev.orderchain.order.tenant.Caller;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.smallrye.common.annotation.NonBlocking;
import io.smallrye.common.annotation.RunOnVirtualThread;
import io.smallrye.mutiny.Uni;
import jakarta.annotation.security.PermitAll;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;

/**
 * {@code /products}: the edge of reading and changing prices. They are the same for everyone, so
 * reading them takes no token. Nobody between here and the client may keep one unasked.
 */
@Path("/products")
@Produces(MediaType.APPLICATION_JSON)
public class ProductResource {
  private static final int MAX_BODY_BYTES = 1024;
  private static final int MOST = 200;
  private static final Duration RETRY_AFTER = Duration.ofSeconds(2);
  private static final Pattern LIMIT = Pattern.compile("[0-9]{1,3}");

  private final ReadProduct readProduct;
  private final ChangePrice changePrice;
  private final Products products;
  private final PriceSettings settings;
  private final Caller caller;

  ProductResource(
      ReadProduct readProduct,
      ChangePrice changePrice,
      Products products,
      PriceSettings settings,
      Caller caller) {
    this.readProduct = readProduct;
    this.changePrice = changePrice;
    this.products = products;
    this.settings = settings;
    this.caller = caller;
  }

  @GET
  @Path("/{sku}")
  @PermitAll
  @NonBlocking
  @Operation(summary = "A product and its price; Cache-Status says where it was read")
  public Uni<Response> get(@PathParam("sku") String sku) {
    if (!Product.canBeSku(sku)) {
      return Uni.createFrom().item(unknownSku());
    }
    return readProduct
        .read(sku)
        .map(found -> found.map(ProductResource::shown).orElseGet(ProductResource::unknownSku));
  }

  private static Response shown(ReadProduct.Shown product) {
    return Response.ok(product.json())
        .header(HttpHeaders.ETAG, IfMatch.entityTag(product.version()))
        .header(HttpHeaders.CACHE_CONTROL, "no-cache")
        .header("Cache-Status", cacheStatus(product.from()))
        .build();
  }

  /** RFC 9211. */
  private static String cacheStatus(ReadProduct.From from) {
    return switch (from) {
      case CACHE -> "prices; hit";
      case DATABASE -> "prices; fwd=miss";
      case DATABASE_ALONE -> "prices; fwd=bypass";
    };
  }

  private static Response unknownSku() {
    return Problem.UNKNOWN_SKU.response("No product has this sku.");
  }

  @GET
  @PermitAll
  @RunOnVirtualThread
  @Operation(summary = "Products and their prices, by SKU, from the database")
  public Response list(
      @Parameter(description = "1 to 200") @QueryParam("limit") @DefaultValue("50") String limit,
      @Parameter(description = "next of the page before") @QueryParam("after") @DefaultValue("")
          String after) {
    int most = LIMIT.matcher(limit).matches() ? Integer.parseInt(limit) : 0;
    if (most < 1 || most > MOST) {
      return Problem.MALFORMED_REQUEST.response("limit is a number from 1 to " + MOST + ".");
    }
    List<Product> page =
        QuarkusTransaction.requiringNew().call(() -> products.page(after, most + 1));
    return Response.ok(Page.of(page, most)).header(HttpHeaders.CACHE_CONTROL, "no-cache").build();
  }

  @PUT
  @Path("/{sku}")
  @Consumes(MediaType.APPLICATION_JSON)
  @RolesAllowed("operator")
  @RunOnVirtualThread
  @Operation(summary = "Gives a product another price; If-Match is the ETag that was read")
  @RequestBody(content = @Content(schema = @Schema(implementation = Price.class)))
  public Response change(
      @PathParam("sku") String sku,
      @HeaderParam("traceparent") String traceparent,
      @Context HttpHeaders headers,
      InputStream stream)
      throws IOException {
    int seen = IfMatch.version(headers);
    Duration within = OnceHeaders.within(headers, settings.answerWithin());
    Price price =
        StrictJson.read(Body.read(stream, MAX_BODY_BYTES), Price.class)
            .filter(Price::isPossible)
            .orElseThrow(
                () ->
                    Problem.MALFORMED_BODY.exception(
                        "The body must have priceCents (a whole number from 1 to "
                            + Product.MOST_CENTS
                            + "), and no more."));
    return answer(
        changePrice.change(
            new ChangePrice.Request(
                sku, seen, price.priceCents(), caller.name(), TraceParent.of(traceparent)),
            within));
  }

  private static Response answer(PriceChange change) {
    return switch (change) {
      case PriceChange.Done done -> done(done);
      case PriceChange.OtherVersion other ->
          Problem.STALE_VERSION
              .builder("It is at version " + other.version() + ". Read it again.")
              .header(HttpHeaders.ETAG, IfMatch.entityTag(other.version()))
              .build();
      case PriceChange.UnknownSku u -> unknownSku();
      case PriceChange.Unavailable u ->
          Problem.UNAVAILABLE.response("The database could not be reached in time.", RETRY_AFTER);
      case PriceChange.OutcomeUnknown u ->
          Problem.OUTCOME_UNKNOWN.response(
              "The price may or may not be changed. The same request again, with the same If-Match,"
                  + " finds out, and cannot change it twice.",
              RETRY_AFTER);
    };
  }

  private static Response done(PriceChange.Done done) {
    Product product = done.product();
    var answer =
        Response.ok(
                new Changed(
                    product.sku(),
                    product.name(),
                    product.priceCents(),
                    product.currency(),
                    product.version(),
                    done.invalidated()))
            .header(HttpHeaders.ETAG, IfMatch.entityTag(product.version()));
    return done.before() ? answer.header("Idempotency-Replayed", true).build() : answer.build();
  }

  record Price(@Schema(minimum = "1", maximum = "999999", required = true) long priceCents) {
    boolean isPossible() {
      return priceCents >= 1 && priceCents <= Product.MOST_CENTS;
    }
  }

  /**
   * @param invalidated the cache knows; otherwise old prices can be read until the event has come
   */
  record Changed(
      String sku,
      String name,
      long priceCents,
      String currency,
      int version,
      boolean invalidated) {}

  /**
   * @param next what to pass as after for the next page, if there is one
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Page(List<Product> products, String next) {
    static Page of(List<Product> oneMore, int most) {
      return oneMore.size() <= most
          ? new Page(oneMore, null)
          : new Page(oneMore.subList(0, most), oneMore.get(most - 1).sku());
    }
  }
}
