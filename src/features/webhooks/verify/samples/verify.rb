require "json"
require "openssl"

# Returns the event, or raises. `body` is the body as it was received: request.raw_post in Rails.
def verify(secret, headers, body, tolerance: 300)
  id, timestamp, signatures = headers.values_at("webhook-id", "webhook-timestamp", "webhook-signature")
  raise "A webhook header is missing." unless id && timestamp && signatures
  unless timestamp.match?(/\A\d+\z/) && (Time.now.to_i - timestamp.to_i).abs <= tolerance
    raise "The timestamp is too far from the current time."
  end

  key = secret.delete_prefix("whsec_").unpack1("m")
  expected = [OpenSSL::HMAC.digest("SHA256", key, "#{id}.#{timestamp}.#{body}")].pack("m0")
  matches = signatures.split(" ").any? do |signature|
    version, value = signature.split(",", 2)
    version == "v1" && OpenSSL.secure_compare(value.to_s, expected)
  end
  raise "The signature does not match." unless matches

  JSON.parse(body)
end
