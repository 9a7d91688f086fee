import type { Recipient, SigningRow, SigningSession } from '../../../api/signing.ts'

const DAY = 86_400_000

/** The roles that a request waits for. */
export const acts = ({ role }: Recipient): boolean => role === 'signer' || role === 'approver'

/** Recipients whose turn it is, and who have not acted. */
export const awaited = (recipients: readonly Recipient[]): Recipient[] =>
  recipients.filter((one) => acts(one) && (one.state === 'invited' || one.state === 'viewed'))

/** Recipients whose turn comes later, in order. */
export const comesNext = (recipients: readonly Recipient[]): Recipient[] => {
  const waiting = recipients.filter((one) => acts(one) && one.state === 'waiting')
  const next = Math.min(...waiting.map(({ group }) => group))
  return waiting.filter(({ group }) => group === next)
}

export const isSoon = ({ state, deadline_at }: SigningRow, now = Date.now()): boolean => {
  const left = deadline_at === null ? Number.POSITIVE_INFINITY : Date.parse(deadline_at) - now
  return state === 'open' && left > 0 && left < DAY
}

/** The actions that the server allows in the current state. */
export const canOf = ({ state, problem, recipients, result }: SigningRow) => ({
  remind: state === 'open' && awaited(recipients).length > 0,
  extend: state === 'open' || state === 'expired',
  void: state === 'open' || state === 'expired' || (state === 'sealing' && problem !== null),
  seal: state === 'sealing' && problem !== null,
  remove: state !== 'open' && state !== 'sealing',
  download: result !== null,
  again: state !== 'draft',
})

export const canChange = (session: SigningSession, { state }: Recipient): boolean =>
  session.state === 'open' && (state === 'waiting' || state === 'invited' || state === 'viewed')
