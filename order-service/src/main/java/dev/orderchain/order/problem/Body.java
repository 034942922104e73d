package dev.orderchain.order.problem;

import jakarta.ws.rs.WebApplicationException;
import java.io.IOException;
import java.io.InputStream;

/** A request's body, read no further than the call takes. */
public final class Body {
  private Body() {}

  /**
   * @throws WebApplicationException with 413 when it is longer
   */
  public static byte[] read(InputStream stream, int mostBytes) throws IOException {
    byte[] body = stream.readNBytes(mostBytes + 1);
    if (body.length > mostBytes) {
      throw Problem.BODY_TOO_LARGE.exception("The body may have " + mostBytes + " bytes.");
    }
    return body;
  }
}
