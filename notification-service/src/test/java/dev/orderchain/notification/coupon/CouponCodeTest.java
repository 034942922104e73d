package dev.orderchain.notification.coupon;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CouponCodeTest {
  @Test
  void isFourGroupsOfFourCharactersThatCannotBeMistaken() {
    String code = CouponCode.random();

    assertTrue(code.matches("[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}"), code);
  }

  @Test
  void usesTheWholeAlphabetAtEveryPlaceAndNoCodeTwice() {
    Set<String> codes =
        IntStream.range(0, 10_000)
            .mapToObj(i -> CouponCode.random())
            .collect(Collectors.toUnmodifiableSet());

    assertEquals(10_000, codes.size());
    for (int place = 0; place < 19; place++) {
      int at = place;
      assertEquals(
          place % 5 == 4 ? 1 : 32, codes.stream().map(code -> code.charAt(at)).distinct().count());
    }
  }
}
