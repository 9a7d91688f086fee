import { ApiError } from '../../../../api/errors.ts'
import { getPairedSession, type ScanSession } from '../../../../api/public-scan.ts'
import { backOff, rest } from '../rest.ts'
import { phoneId } from './phone-id.ts'

const WAIT_SECONDS = 25

export interface PollOutcome {
  /** Each newer state of the session, with the time at which it was asked for. */
  onSession: (session: ScanSession, requestedAt: number) => void
  /** Whether the last request was answered. */
  onReachable: (isReachable: boolean) => void
}

/** Whether nothing more comes of a session. */
export const isOver = ({ status }: ScanSession) => status === 'ended' || status === 'expired'

/**
 * Follows the session, one request at a time, until it has ended: then it resolves. Each request
 * also tells the desk that this phone is there.
 * @param pause waits for some seconds · @throws AbortError
 */
export async function pollSession(
  token: string,
  outcome: PollOutcome,
  signal: AbortSignal,
  pause = rest,
): Promise<void> {
  let since: number | undefined
  let failures = 0
  while (!signal.aborted) {
    const requestedAt = Date.now()
    try {
      const wait = since === undefined || failures > 0 ? {} : { since, wait: WAIT_SECONDS }
      const session = await getPairedSession(token, { ...wait, phone_id: phoneId() }, signal)
      failures = 0
      outcome.onReachable(true)
      outcome.onSession(session, requestedAt)
      if (isOver(session)) return
      // A proxy may cut waiting short: then it is asked once a second, not at once.
      if (session.revision === since && Date.now() - requestedAt < 1000) await pause(1, signal)
      since = session.revision
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof ApiError)) throw error
      if (error.code === 'not_found' || error.code === 'scan_closed') return
      outcome.onReachable(false)
      await pause(backOff(failures++), signal)
    }
  }
}
