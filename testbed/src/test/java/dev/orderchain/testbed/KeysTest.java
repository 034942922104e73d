package dev.orderchain.testbed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.orderchain.testbed.process.TestbedException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeysTest {
  @TempDir private Path parent;
  private Path folder;
  private Keys keys;

  @BeforeEach
  void nameAFolder() {
    folder = parent.resolve("keys of a chain");
    keys = new Keys(Checkout.here().script("keys"), folder);
  }

  @Test
  void aSecondRunKeepsEverything() throws Exception {
    keys.folder();
    Map<String, String> first = contents();

    new Keys(Checkout.here().script("keys"), folder).folder();

    assertEquals(10, first.size());
    assertEquals(first, contents());
  }

  @Test
  void whatIsMissingIsMadeAgainTheSame() throws Exception {
    keys.folder();
    Map<String, String> first = contents();
    Files.delete(folder.resolve("order-db.sql"));
    Files.delete(folder.resolve("order-service.properties"));

    new Keys(Checkout.here().script("keys"), folder).folder();

    assertEquals(first, contents());
  }

  @Test
  void simultaneousRunsAgree() throws Exception {
    List<String> passwords =
        IntStream.range(0, 8)
            .parallel()
            .mapToObj(i -> new Keys(Checkout.here().script("keys"), folder).password("orders"))
            .distinct()
            .toList();

    assertEquals(1, passwords.size());
    assertEquals(10, contents().size());
    assertTrue(contents().get("order-db.sql").contains(passwords.getFirst()));
  }

  @Test
  void onlyItsOwnerReadsThePrivateKey() throws Exception {
    keys.folder();

    assertEquals(
        "r--------",
        PosixFilePermissions.toString(
            Files.getPosixFilePermissions(folder.resolve("private.pem"))));
    assertEquals(
        "r--r--r--",
        PosixFilePermissions.toString(Files.getPosixFilePermissions(keys.publicKey())));
  }

  @Test
  void noTwoAccountsHaveOnePassword() {
    List<String> accounts = List.of("orders", "relay", "notifications", "auditor", "root");

    assertEquals(5, accounts.stream().map(keys::password).distinct().count());
  }

  @Test
  void orderServiceKnowsTheSecretOfTheProvidersNoticesToo() throws Exception {
    keys.folder();
    String secret = keys.noticeSecret();

    assertTrue(secret.length() >= 16);
    assertEquals(
        "quarkus.datasource.password=%s%norder.card.notice-secret=%s%n"
            .formatted(keys.password("orders"), secret),
        contents().get("order-service.properties"));
    assertFalse(contents().get("order-db.sql").contains(secret));
  }

  @ParameterizedTest
  @ValueSource(strings = {"acme", "a\"b\\c", "é 宇治 🍵 ", "$(echo x)`y`%s\\n"})
  void aTokenVerifiesAndNamesItsTenant(String tenant) throws Exception {
    long now = System.currentTimeMillis() / 1000;

    String[] token = keys.mintToken(tenant, "operator").split("\\.");

    assertTrue(verifies(token));
    JsonNode claims = new ObjectMapper().readTree(Base64.getUrlDecoder().decode(token[1]));
    assertEquals("order-chain", claims.get("iss").textValue());
    assertEquals(tenant, claims.get("tenant").textValue());
    assertEquals(tenant, claims.get("upn").textValue());
    assertEquals(List.of("operator"), List.of(claims.get("groups").get(0).textValue()));
    assertEquals(12 * 3600, claims.get("exp").longValue() - claims.get("iat").longValue());
    assertTrue(Math.abs(claims.get("iat").longValue() - now) < 60);
  }

  @Test
  void aTokenOfOtherKeysDoesNotVerify() throws Exception {
    Keys others = new Keys(Checkout.here().script("keys"), parent.resolve("others"));

    assertFalse(verifies(others.mintToken("acme", "shopper").split("\\.")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a\nb", "tab\t", "del\u007f"})
  void refusesATenantThatIsNoName(String tenant) {
    assertThrows(TestbedException.class, () -> keys.mintToken(tenant, "shopper"));
  }

  @Test
  void countsATenantInCharacters() {
    assertFalse(keys.mintToken("🍵".repeat(255), "shopper").isEmpty());
    assertThrows(TestbedException.class, () -> keys.mintToken("x".repeat(256), "shopper"));
  }

  @Test
  void refusesAnUnknownRole() {
    assertThrows(TestbedException.class, () -> keys.mintToken("acme", "admin"));
  }

  private boolean verifies(String[] token) throws Exception {
    String pem = Files.readString(keys.publicKey()).replaceAll("-----[A-Z ]+-----|\\s", "");
    PublicKey key =
        KeyFactory.getInstance("RSA")
            .generatePublic(new X509EncodedKeySpec(Base64.getDecoder().decode(pem)));
    Signature signature = Signature.getInstance("SHA256withRSA");
    signature.initVerify(key);
    signature.update((token[0] + "." + token[1]).getBytes(StandardCharsets.US_ASCII));
    return signature.verify(Base64.getUrlDecoder().decode(token[2]));
  }

  private Map<String, String> contents() throws Exception {
    Map<String, String> contents = new TreeMap<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        contents.put(file.getFileName().toString(), Files.readString(file));
      }
    }
    return contents;
  }
}
