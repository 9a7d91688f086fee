import { ApiError } from '../../../../api/errors.ts'
import { getPairedSession, type ScanSession } from '../../../../api/public-scan.ts'
import { backOff, rest } from '../rest.ts'
import { phoneId } from './phone-id.ts'

const WAIT_SECONDS = 25

export interface PollOutcome {
  /** Each newer state of the session, with the time of its request. */
  onSession: (session: ScanSession, requestedAt: number) => void
  /** Whether the last request had a response. */
  onReachable: (isReachable: boolean) => void
}

/** Whether a session is final. */
export const isOver = ({ status }: ScanSession) => status === 'ended' || status === 'expired'

/**
 * Polls the session, one request at a time, until it has ended: then it resolves. Each request also
 * shows the desk that this phone is connected.
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
      // A proxy may end held requests early: then it polls once a second.
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
