import type { StatusCause, StatusPart } from '../../../contract/status.ts'
import { type Sentence, sentence } from '../../engines/kernel/sentence.ts'

export const PART_NAMES: Record<StatusPart, Sentence> = {
  conversions: sentence`Conversions`,
  files: sentence`Files`,
  pages: sentence`Sign-in and pages`,
  mail: sentence`E-mail`,
  webhooks: sentence`Webhooks`,
}

const OK: Record<StatusPart, Sentence> = {
  conversions: sentence`Files are converted as usual.`,
  files: sentence`Files can be uploaded and downloaded.`,
  pages: sentence`Pages open and people can sign in.`,
  mail: sentence`E-mail is sent as usual.`,
  webhooks: sentence`Events are delivered as usual.`,
}

const DOWN: Record<StatusPart, Sentence> = {
  conversions: sentence`Files can’t be converted. Waiting conversions start when this is fixed.`,
  files: sentence`Files can’t be uploaded or downloaded. Stored files are kept.`,
  pages: sentence`Pages don’t load and nobody can sign in.`,
  mail: sentence`Messages wait and are sent when this is fixed.`,
  webhooks: sentence`Events wait and are delivered when this is fixed.`,
}

const DEGRADED: Record<StatusPart, Sentence> = {
  conversions: sentence`Conversions start later than usual.`,
  files: sentence`Some uploads and downloads fail.`,
  pages: sentence`Some pages load slowly.`,
  mail: sentence`E-mail arrives later than usual.`,
  webhooks: sentence`Events are delivered later than usual.`,
}

const FAMILIES_FAIL = sentence`Some kinds of files can’t be converted. You are not charged for conversions that fail.`
const UNKNOWN = sentence`Nothing has been checked in the last minutes.`

/** What a state of a part means for a person. */
export function meaningOf(
  part: StatusPart,
  state: 'ok' | 'degraded' | 'down' | 'unknown',
  cause: StatusCause | null,
): Sentence {
  if (state === 'unknown') return UNKNOWN
  if (state === 'degraded' && cause === 'families') return FAMILIES_FAIL
  return { ok: OK, degraded: DEGRADED, down: DOWN }[state][part]
}
