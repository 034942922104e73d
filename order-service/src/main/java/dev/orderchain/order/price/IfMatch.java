package dev.orderchain.order.price;

import dev.orderchain.order.problem.Problem;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.HttpHeaders;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code ETag} and {@code If-Match} of a product: its version, in quotes. */
final class IfMatch {
  private static final Pattern ENTITY_TAG = Pattern.compile("\"([1-9][0-9]{0,8})\"");

  private IfMatch() {}

  static String entityTag(int version) {
    return "\"" + version + "\"";
  }

  /**
   * The version that whoever asks has seen.
   *
   * @throws WebApplicationException with 428 when it is missing, with 400 when it is malformed
   */
  static int version(HttpHeaders headers) {
    List<String> ifMatch = headers.getRequestHeader(HttpHeaders.IF_MATCH);
    if (ifMatch.isEmpty()) {
      throw Problem.PRECONDITION_REQUIRED.exception("Send If-Match: the ETag that you have read.");
    }
    Matcher tag = ENTITY_TAG.matcher(ifMatch.getFirst());
    if (ifMatch.size() > 1 || !tag.matches()) {
      throw Problem.MALFORMED_REQUEST.exception("If-Match is one ETag of this product: \"1\".");
    }
    return Integer.parseInt(tag.group(1));
  }
}
