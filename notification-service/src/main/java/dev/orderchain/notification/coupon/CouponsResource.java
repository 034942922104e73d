package dev.orderchain.notification.coupon;

import dev.orderchain.notification.message.OrderFact;
import dev.orderchain.notification.problem.Problem;
import dev.orderchain.notification.request.Caller;
import dev.orderchain.notification.request.Paging;
import io.quarkus.security.Authenticated;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.RestQuery;

/** {@code /coupons}: a tenant's coupons, and what an operator has to decide about them. */
@Path("/coupons")
@Authenticated
@Produces(MediaType.APPLICATION_JSON)
@RunOnVirtualThread
class CouponsResource {
  private final Coupons coupons;
  private final CouponReviews reviews;
  private final UseCoupon useCoupon;
  private final Caller caller;

  CouponsResource(Coupons coupons, CouponReviews reviews, UseCoupon useCoupon, Caller caller) {
    this.coupons = coupons;
    this.reviews = reviews;
    this.useCoupon = useCoupon;
    this.caller = caller;
  }

  record Answer(List<Item> coupons) {}

  /** Null is the time of what has not happened. */
  record Item(
      String code,
      String orderId,
      Coupon.State state,
      Instant issuedAt,
      Instant usedAt,
      Instant revokedAt) {
    static Item of(Coupon c) {
      return new Item(c.code, c.orderId, c.state, c.issuedAt, c.usedAt, c.revokedAt);
    }
  }

  /**
   * @param next the {@code after} of the next page; null when this one is empty
   */
  record Reviews(List<Review> reviews, Long next) {}

  /**
   * @param code null when the order has no coupon
   */
  record Review(
      long id,
      String code,
      String orderId,
      String tenant,
      String eventId,
      CouponReview.Reason reason,
      Instant createdAt) {
    static Review of(CouponReview r) {
      return new Review(r.id, r.code, r.orderId, r.tenant, r.eventId, r.reason, r.createdAt);
    }
  }

  @POST
  @Path("/{code}/use")
  @Operation(summary = "Uses a coupon; once it is used, the answer is the same again")
  @APIResponse(
      responseCode = "200",
      content = @Content(schema = @Schema(implementation = Item.class)))
  @APIResponse(responseCode = "404", description = "There is none for this tenant")
  @APIResponse(responseCode = "409", description = "It was revoked: its order was refunded")
  public Response use(@RestPath String code) throws SQLException {
    return switch (useCoupon.use(caller.tenant(), code)) {
      case UseCoupon.Use.Used(var coupon) -> Response.ok(Item.of(coupon)).build();
      case UseCoupon.Use.Revoked() ->
          Problem.COUPON_REVOKED.response("The order that it was issued for was refunded.");
      case UseCoupon.Use.Unknown() ->
          Problem.NOT_FOUND.response("This tenant has no coupon with this code.");
    };
  }

  @GET
  @Operation(summary = "The coupons of an order; none if it is unknown or another tenant's")
  @APIResponse(
      responseCode = "200",
      content = @Content(schema = @Schema(implementation = Answer.class)))
  public Response list(
      @Parameter(required = true, schema = @Schema(type = SchemaType.STRING, format = "uuid"))
          @RestQuery
          List<String> orderId) {
    if (orderId.size() != 1 || !OrderFact.isOrderId(orderId.getFirst())) {
      return Problem.MALFORMED_REQUEST.response("Give orderId once, as a UUID.");
    }
    List<Coupon> ofOrder = coupons.ofOrder(caller.tenant(), orderId.getFirst());
    return Response.ok(new Answer(ofOrder.stream().map(Item::of).toList())).build();
  }

  @GET
  @Path("/reviews")
  @RolesAllowed("operator")
  @Operation(summary = "Refunds that revoked no coupon, in the order in which they came")
  @APIResponse(
      responseCode = "200",
      content = @Content(schema = @Schema(implementation = Reviews.class)))
  public Response reviews(
      @Parameter(
              description = "The most reviews, 1 to 100; 20 when not given",
              schema = @Schema(type = SchemaType.INTEGER))
          @RestQuery
          List<String> limit,
      @Parameter(
              description = "The next of the page before",
              schema = @Schema(type = SchemaType.INTEGER))
          @RestQuery
          List<String> after) {
    return switch (Paging.asked(limit, after)) {
      case Paging.Malformed(var why) -> Problem.MALFORMED_REQUEST.response(why);
      case Paging.Page page ->
          Response.ok(answer(reviews.after(page.after(), page.limit()))).build();
    };
  }

  private static Reviews answer(List<CouponReview> page) {
    return new Reviews(
        page.stream().map(Review::of).toList(), page.isEmpty() ? null : page.getLast().id);
  }
}
