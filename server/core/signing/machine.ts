import type { RecipientRole, RecipientState, SessionState } from '../../../contract/signing-states.ts'

/** What the machine knows of a recipient. Those of one group act at the same time, the groups one after the other. */
export interface Party {
  id: string
  role: RecipientRole
  /** From 1, without meaning of its own beyond the order. */
  group: number
  state: RecipientState
}

export interface Session {
  state: SessionState
  parties: readonly Party[]
}

/** What happens to a session. Who may let it happen is asked elsewhere; here only whether it fits. */
export type Event =
  | { kind: 'send' }
  | { kind: 'view'; party: string }
  | { kind: 'act'; party: string }
  | { kind: 'decline'; party: string }
  | { kind: 'delegate'; party: string; to: string }
  | { kind: 'replace'; party: string; with: string }
  | { kind: 'remind' | 'extend' | 'void' | 'expire' | 'seal' }
export type EventKind = Event['kind']
export const EVENT_KINDS: readonly EventKind[] = [
  ...(['send', 'view', 'act', 'decline', 'delegate', 'replace'] as const),
  ...(['remind', 'extend', 'void', 'expire', 'seal'] as const),
]

/** Why something does not fit. */
export type Misfit =
  | 'not_a_draft'
  | 'not_open'
  | 'not_sealing'
  | 'no_signer'
  | 'unknown_party'
  | 'not_your_turn'
  | 'nothing_to_do'
  | 'already_done'

/** What else there is to do once an event has happened. */
export interface Follows {
  /** These are to hear that it is their turn, or that they may look. */
  invite: readonly string[]
  /** All have done their part: the result is to be made. */
  seal: boolean
  /** It is over: all who know of it are to hear how. */
  over: boolean
}

export type Outcome = { session: Session; follows: Follows } | { misfit: Misfit }

const NOTHING: Follows = { invite: [], seal: false, over: false }
/** The session waits for these, and for no one else. */
const acts = ({ role }: Party): boolean => role === 'signer' || role === 'approver'
const isDone = ({ state }: Party): boolean => state === 'done'
/** Whoever has passed the matter on is no part of it any more. */
const isIn = ({ state }: Party): boolean => state !== 'delegated'

/** Which states an event needs; every other refuses it. */
const NEEDS: Record<EventKind, { states: readonly SessionState[]; else: Misfit }> = {
  send: { states: ['draft'], else: 'not_a_draft' },
  view: { states: ['open'], else: 'not_open' },
  act: { states: ['open'], else: 'not_open' },
  decline: { states: ['open'], else: 'not_open' },
  delegate: { states: ['open'], else: 'not_open' },
  replace: { states: ['open'], else: 'not_open' },
  remind: { states: ['open'], else: 'not_open' },
  // One that has run out is taken up again by a later end.
  extend: { states: ['open', 'expired'], else: 'not_open' },
  // Also one whose result cannot be made: whoever asks knows whether that is so.
  void: { states: ['open', 'expired', 'sealing'], else: 'not_open' },
  expire: { states: ['open'], else: 'not_open' },
  seal: { states: ['sealing'], else: 'not_sealing' },
}

/** The only place that says what a session becomes. It changes nothing and knows no time. */
export function happen(session: Session, event: Event): Outcome {
  const needs = NEEDS[event.kind]
  if (!needs.states.includes(session.state)) return { misfit: needs.else }
  switch (event.kind) {
    case 'send':
      return session.parties.some(({ role }) => role === 'signer')
        ? goOn({ ...session, state: 'open' })
        : { misfit: 'no_signer' }
    case 'remind':
      return { session, follows: NOTHING }
    case 'extend':
      return { session: { ...session, state: 'open' }, follows: NOTHING }
    case 'void':
      return over(session, 'voided')
    case 'expire':
      return over(session, 'expired')
    case 'seal':
      return over(session, 'completed')
    default:
      return byParty(session, event)
  }
}

function byParty(session: Session, event: Extract<Event, { party: string }>): Outcome {
  const party = session.parties.find(({ id }) => id === event.party)
  if (!party || !isIn(party)) return { misfit: 'unknown_party' }
  if (event.kind === 'replace') {
    // Somebody else in the same place: what was done is done.
    if (party.state === 'done' || party.state === 'declined') return { misfit: 'already_done' }
    const state: RecipientState = party.state === 'waiting' ? 'waiting' : 'invited'
    const invite = state === 'invited' ? [event.with] : []
    return { session: put(session, party.id, { id: event.with, state }), follows: { ...NOTHING, invite } }
  }
  if (party.state === 'waiting') return { misfit: 'not_your_turn' }
  if (event.kind === 'view') {
    const seen = party.state === 'invited' ? put(session, party.id, { state: 'viewed' }) : session
    return { session: seen, follows: NOTHING }
  }
  if (party.state === 'done' || party.state === 'declined') return { misfit: 'already_done' }
  if (!acts(party)) return { misfit: 'nothing_to_do' }
  switch (event.kind) {
    case 'act':
      return goOn(put(session, party.id, { state: 'done' }))
    case 'decline':
      return over(put(session, party.id, { state: 'declined' }), 'declined')
    case 'delegate': {
      const left = put(session, party.id, { state: 'delegated' })
      const heir: Party = { ...party, id: event.to, state: 'invited' }
      return {
        session: { ...left, parties: [...left.parties, heir] },
        follows: { ...NOTHING, invite: [heir.id] },
      }
    }
  }
}

/** Invites the next group once all who act in those before have done so, and whoever only looks along with it. */
function goOn(session: Session): Outcome {
  const acting = session.parties.filter((party) => acts(party) && isIn(party))
  const waiting = acting.filter((party) => !isDone(party)).map(({ group }) => group)
  const turn = waiting.length === 0 ? Number.POSITIVE_INFINITY : Math.min(...waiting)
  const invite = session.parties
    .filter(({ role, state, group }) => role !== 'copy' && state === 'waiting' && group <= turn)
    .map(({ id }) => id)
  const invited = invite.reduce((now, id) => put(now, id, { state: 'invited' }), session)
  if (waiting.length > 0) return { session: invited, follows: { ...NOTHING, invite } }
  return { session: { ...invited, state: 'sealing' }, follows: { ...NOTHING, invite, seal: true } }
}

const over = (session: Session, state: SessionState): Outcome => ({
  session: { ...session, state },
  follows: { ...NOTHING, over: true },
})

const put = (session: Session, id: string, change: Partial<Party>): Session => ({
  ...session,
  parties: session.parties.map((party) => (party.id === id ? { ...party, ...change } : party)),
})
