import { useLingui } from '@lingui/react/macro'
import { formatDuration } from '../../../lib/format-duration.ts'
import type { BodyChange, Diagnosis, SecretFault } from './diagnose.ts'
import type { SignedHeaders } from './read-headers.ts'

const NAMES: Record<keyof SignedHeaders, string> = {
  id: 'webhook-id',
  timestamp: 'webhook-timestamp',
  signature: 'webhook-signature',
}
const namesOf = (headers: (keyof SignedHeaders)[]) => headers.map((name) => NAMES[name]).join(', ')

/** The error of the headers; null if valid. */
export function useHeaderLabels() {
  const { t } = useLingui()
  return ({ missing, version, differing }: Diagnosis): string | null => {
    if (missing.length > 0) return t`Missing: ${namesOf(missing)}.`
    if (!version) return t`webhook-signature has no version 1 signature (v1, a comma and Base64).`
    if (differing.length > 0) return t`Different from what was sent: ${namesOf(differing)}.`
    return null
  }
}

/** The error of the secret; null if valid. */
export function useSecretLabels() {
  const { t } = useLingui()
  const words: Record<SecretFault, string> = {
    empty: t`Enter the webhook secret.`,
    not_base64: t`This isn’t a valid secret. After whsec_, only letters, digits, +, / and a final = are allowed.`,
    length: t`A secret has 32 bytes after whsec_. This one is incomplete, or isn’t a webhook secret.`,
  }
  return (fault: SecretFault | null) => fault && words[fault]
}

/** When the request was signed, and whether receivers accept it. */
export function useTimeLabels() {
  const { t } = useLingui()
  return ({ fault, seconds }: Diagnosis['time']): string => {
    const away = formatDuration(Math.abs(seconds) * 1000)
    switch (fault) {
      case 'missing':
        return t`The timestamp is missing.`
      case 'not_a_number':
        return t`The timestamp isn’t a Unix time in seconds.`
      case 'milliseconds':
        return t`The timestamp is in milliseconds. It must be in seconds.`
      case 'old':
        return t`Signed ${away} ago. Receivers reject requests older than 5 minutes to prevent replays.`
      case 'future':
        return t`Signed ${away} in the future. Check the clock of this device and of the receiver.`
      case null:
        return seconds < 0 ? t`Signed now.` : t`Signed ${away} ago, within 5 minutes.`
    }
  }
}

/** What may have changed a body, and what to do. */
function useChanges(): Record<BodyChange, string> {
  const { t } = useLingui()
  return {
    json: t`The body was parsed and reserialized as JSON. Verify the raw bytes before parsing.`,
    line_ends: t`The line endings of the body were changed. Verify the raw bytes.`,
    outer_space: t`Whitespace at the start or end of the body differs from what was signed.`,
    byte_order_mark: t`The body starts with a byte order mark that wasn’t sent.`,
    other: t`The body differs from what was sent.`,
  }
}

/** Whether the body is the signed one. */
export function useBodyLabels() {
  const { t } = useLingui()
  const changes = useChanges()
  return ({ body, matches }: Diagnosis, ofDelivery: boolean): string => {
    if (body === null)
      return ofDelivery
        ? t`Same as sent.`
        : matches !== null
          ? t`Same as signed.`
          : t`Unknown. No common change explains the signature.`
    const at = body.at === null ? '' : t`The first difference is at character ${body.at + 1}.`
    return [changes[body.change], at].filter(Boolean).join(' ')
  }
}

/** The difference in a receiver's signature computation; null without input. */
export function useCodeLabels() {
  const { t } = useLingui()
  const changes = useChanges()
  return (fault: Diagnosis['code']): string | null => {
    switch (fault) {
      case null:
        return null
      case 'none':
        return t`Your code computes the same signature.`
      case 'secret':
        return t`Your code uses the secret as text. Decode the part after whsec_ from Base64 to get the key.`
      case 'content':
        return t`Your code signs the wrong content. Sign webhook-id, a dot, webhook-timestamp, a dot and the body.`
      case 'encoding':
        return t`Your code encodes the signature differently. Use standard Base64 of the HMAC bytes, not hexadecimal or Base64url.`
      case 'unknown':
        return t`No common mistake explains the signature. Your code uses a different secret or body.`
      default:
        return changes[fault]
    }
  }
}
