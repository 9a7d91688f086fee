import base64
import hashlib
import hmac
import json
import time


def verify(secret: str, headers, body: bytes, tolerance: int = 300):
    """Returns the event, or raises ValueError. `body` is the body as it was received, in bytes."""
    id = headers.get("webhook-id")
    timestamp = headers.get("webhook-timestamp")
    signatures = headers.get("webhook-signature")
    if not id or not timestamp or not signatures:
        raise ValueError("A webhook header is missing.")
    if not timestamp.isdigit() or abs(time.time() - int(timestamp)) > tolerance:
        raise ValueError("The timestamp is too far from the current time.")
    key = base64.b64decode(secret.removeprefix("whsec_"))
    content = f"{id}.{timestamp}.".encode() + body
    expected = base64.b64encode(hmac.new(key, content, hashlib.sha256).digest())
    for signature in signatures.split(" "):
        version, _, value = signature.partition(",")
        if version == "v1" and hmac.compare_digest(value.encode(), expected):
            return json.loads(body)
    raise ValueError("The signature does not match.")
