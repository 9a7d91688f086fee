import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Base64;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public final class Verify {
  /** Throws unless the request was signed with the secret. `body` is the body as it was received. */
  public static void verify(String secret, Map<String, String> headers, byte[] body, long tolerance)
      throws GeneralSecurityException {
    String id = headers.get("webhook-id");
    String timestamp = headers.get("webhook-timestamp");
    String signatures = headers.get("webhook-signature");
    if (id == null || timestamp == null || signatures == null)
      throw new SecurityException("A webhook header is missing.");
    if (!timestamp.matches("\\d{1,18}")
        || Math.abs(Instant.now().getEpochSecond() - Long.parseLong(timestamp)) > tolerance)
      throw new SecurityException("The timestamp is too far from the current time.");
    byte[] key = Base64.getDecoder().decode(secret.replaceFirst("^whsec_", ""));
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(key, "HmacSHA256"));
    mac.update((id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8));
    byte[] expected = Base64.getEncoder().encode(mac.doFinal(body));
    for (String signature : signatures.split(" ")) {
      String[] parts = signature.split(",", 2);
      if (parts.length == 2
          && parts[0].equals("v1")
          && MessageDigest.isEqual(parts[1].getBytes(StandardCharsets.UTF_8), expected)) return;
    }
    throw new SecurityException("The signature does not match.");
  }
}
