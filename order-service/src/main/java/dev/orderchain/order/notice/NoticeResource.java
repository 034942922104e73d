package dev.orderchain.order.notice;

import dev.orderchain.order.problem.Body;
import dev.orderchain.order.problem.Problem;
import dev.orderchain.order.workflow.CardSettings;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.annotation.security.PermitAll;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.Operation;

/** {@code /payment-notices}: the provider's edge. Its signature is what lets it in. */
@Path("/payment-notices")
@Produces(MediaType.APPLICATION_JSON)
@PermitAll
@RunOnVirtualThread
public class NoticeResource {
  private static final int MAX_BODY_BYTES = 16 * 1024;

  private final ReceiveNotice receiveNotice;
  private final CardSettings settings;

  NoticeResource(ReceiveNotice receiveNotice, CardSettings settings) {
    this.receiveNotice = receiveNotice;
    this.settings = settings;
  }

  @POST
  @Consumes(MediaType.APPLICATION_JSON)
  @Operation(summary = "A notice of the payment provider; it can come twice, and late")
  public Response receive(@HeaderParam(Signature.HEADER) String signature, InputStream stream)
      throws IOException {
    byte[] body = Body.read(stream, MAX_BODY_BYTES);
    if (!Signature.isOf(body, settings.noticeSecret(), signature)) {
      return Problem.BAD_SIGNATURE.response(
          Signature.HEADER + " must be the signature of this body with the shared secret.");
    }
    Optional<Notice> notice = Notice.parse(body);
    if (notice.isEmpty()) {
      return Problem.MALFORMED_BODY.response("A notice has noticeId and paymentKey.");
    }
    receiveNotice.receive(notice.get());
    return Response.noContent().build();
  }
}
