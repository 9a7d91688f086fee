#!/usr/bin/env bash
# Sends a signed request to your receiver. Give it WEBHOOK_SECRET and WEBHOOK_URL.
set -euo pipefail

id="evt_test_$(date +%s)"
timestamp=$(date +%s)
body='{"type":"webhook.test","data":{"object":{"message":"A request of your own."}}}'
key=$(printf '%s' "${WEBHOOK_SECRET#whsec_}" | openssl base64 -d -A | od -An -v -tx1 | tr -d ' \n')
signature=$(printf '%s.%s.%s' "$id" "$timestamp" "$body" |
  openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | openssl base64 -A)

curl --fail-with-body --data-binary "$body" "$WEBHOOK_URL" \
  -H 'content-type: application/json' \
  -H "webhook-id: $id" \
  -H "webhook-timestamp: $timestamp" \
  -H "webhook-signature: v1,$signature"
