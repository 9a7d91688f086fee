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

/** What is wrong with the headers; null if nothing is. */
export function useHeaderWords() {
  const { t } = useLingui()
  return ({ missing, version, differing }: Diagnosis): string | null => {
    if (missing.length > 0) return t`Not found: ${namesOf(missing)}.`
    if (!version) return t`webhook-signature has no signature of version 1: v1, a comma and Base64.`
    if (differing.length > 0) return t`Not as they were sent: ${namesOf(differing)}.`
    return null
  }
}

/** What is wrong with the secret; null if nothing is. */
export function useSecretWords() {
  const { t } = useLingui()
  const words: Record<SecretFault, string> = {
    empty: t`Enter the secret of the webhook.`,
    not_base64: t`This is not a secret: after whsec_ it has only letters, digits, + and /, and = at the end.`,
    length: t`A secret has 32 bytes after whsec_. Part of this one is missing, or it is another one's.`,
  }
  return (fault: SecretFault | null) => fault && words[fault]
}

/** When the request was signed, and what a receiver thinks of it. */
export function useTimeWords() {
  const { t } = useLingui()
  return ({ fault, seconds }: Diagnosis['time']): string => {
    const away = formatDuration(Math.abs(seconds) * 1000)
    switch (fault) {
      case 'missing':
        return t`There is no timestamp.`
      case 'not_a_number':
        return t`The timestamp is not a number of seconds since 1970.`
      case 'milliseconds':
        return t`The timestamp is in milliseconds. It is sent, and signed, in seconds.`
      case 'old':
        return t`Signed ${away} ago. A receiver refuses what is older than 5 minutes, so that nobody can send it again.`
      case 'future':
        return t`Signed ${away} from now. The clock of this device or of the receiver is wrong.`
      case null:
        return seconds < 0 ? t`Signed now.` : t`Signed ${away} ago, within 5 minutes.`
    }
  }
}

/** What changes a body on its way to the code that verifies it, and what to do. */
function useChanges(): Record<BodyChange, string> {
  const { t } = useLingui()
  return {
    json: t`The body was parsed and written again as JSON. Verify the bytes as they were received, before they are parsed.`,
    line_ends: t`The line ends of the body were changed. Verify the bytes as they were received.`,
    outer_space: t`The body has more or less space at its beginning or end than what was signed.`,
    byte_order_mark: t`The body begins with a byte order mark that was not sent.`,
    other: t`The body is not the one that was sent.`,
  }
}

/** Whether the body is the one that was signed. */
export function useBodyWords() {
  const { t } = useLingui()
  const changes = useChanges()
  return ({ body, matches }: Diagnosis, ofDelivery: boolean): string => {
    if (body === null)
      return ofDelivery
        ? t`As it was sent.`
        : matches !== null
          ? t`As it was signed.`
          : t`Not known. None of the usual changes explains the signature.`
    const at = body.at === null ? '' : t`The first difference is at character ${body.at + 1}.`
    return [changes[body.change], at].filter(Boolean).join(' ')
  }
}

/** How a receiver's code computes its signature otherwise; null where nothing was entered. */
export function useCodeWords() {
  const { t } = useLingui()
  const changes = useChanges()
  return (fault: Diagnosis['code']): string | null => {
    switch (fault) {
      case null:
        return null
      case 'none':
        return t`It computes the same signature.`
      case 'secret':
        return t`It uses the secret as text. The key is what follows whsec_, decoded from Base64.`
      case 'content':
        return t`It signs another text. The text is webhook-id, a dot, webhook-timestamp, a dot and the body.`
      case 'encoding':
        return t`It writes the signature otherwise. A signature is Base64 of the bytes of the HMAC, neither hexadecimal nor Base64url.`
      case 'unknown':
        return t`No usual mistake explains its signature. It has another secret or another body.`
      default:
        return changes[fault]
    }
  }
}
