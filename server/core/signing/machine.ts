import type { RecipientRole, RecipientState, SessionState } from '../../../contract/signing-states.ts'

/**
 * A recipient in the state machine. Recipients of one group act in parallel, groups in sequence.
 */
export interface Participant {
  id: string
  role: RecipientRole
  /** From 1; only the order matters. */
  group: number
  state: RecipientState
}

export interface Session {
  state: SessionState
  participants: readonly Participant[]
}

/** Events of a session. Callers check permissions; the machine checks only validity. */
export type Event =
  | { kind: 'send' }
  | { kind: 'view'; participant: string }
  | { kind: 'act'; participant: string }
  | { kind: 'decline'; participant: string }
  | { kind: 'delegate'; participant: string; to: string }
  | { kind: 'replace'; participant: string; with: string }
  | { kind: 'remind' | 'extend' | 'void' | 'expire' | 'seal' }
export type EventKind = Event['kind']
export const EVENT_KINDS: readonly EventKind[] = [
  ...(['send', 'view', 'act', 'decline', 'delegate', 'replace'] as const),
  ...(['remind', 'extend', 'void', 'expire', 'seal'] as const),
]

/** Why an event is invalid. */
export type TransitionError =
  | 'not_a_draft'
  | 'not_open'
  | 'not_sealing'
  | 'no_signer'
  | 'unknown_participant'
  | 'not_your_turn'
  | 'nothing_to_do'
  | 'already_done'

/** Side effects of an event. */
export interface Effects {
  /** Recipients to notify that it is their turn, or that they may view. */
  invite: readonly string[]
  /** All have acted: create the result. */
  seal: boolean
  /** The session has ended: notify all who know of it. */
  over: boolean
}

export type Outcome = { session: Session; effects: Effects } | { error: TransitionError }

const NOTHING: Effects = { invite: [], seal: false, over: false }
/** The session waits only for these roles. */
const acts = ({ role }: Participant): boolean => role === 'signer' || role === 'approver'
const isDone = ({ state }: Participant): boolean => state === 'done'
/** A recipient who delegated no longer takes part. */
const isActive = ({ state }: Participant): boolean => state !== 'delegated'

/** The states in which an event is valid. */
const REQUIRED_STATES: Record<EventKind, { states: readonly SessionState[]; else: TransitionError }> = {
  send: { states: ['draft'], else: 'not_a_draft' },
  view: { states: ['open'], else: 'not_open' },
  act: { states: ['open'], else: 'not_open' },
  decline: { states: ['open'], else: 'not_open' },
  delegate: { states: ['open'], else: 'not_open' },
  replace: { states: ['open'], else: 'not_open' },
  remind: { states: ['open'], else: 'not_open' },
  // A later deadline reopens an expired session.
  extend: { states: ['open', 'expired'], else: 'not_open' },
  // Also if sealing fails: the caller checks whether it does.
  void: { states: ['open', 'expired', 'sealing'], else: 'not_open' },
  expire: { states: ['open'], else: 'not_open' },
  seal: { states: ['sealing'], else: 'not_sealing' },
}

/** The only place that defines transitions. Pure, without a clock. */
export function transition(session: Session, event: Event): Outcome {
  const needs = REQUIRED_STATES[event.kind]
  if (!needs.states.includes(session.state)) return { error: needs.else }
  switch (event.kind) {
    case 'send':
      return session.participants.some(({ role }) => role === 'signer')
        ? inviteNext({ ...session, state: 'open' })
        : { error: 'no_signer' }
    case 'remind':
      return { session, effects: NOTHING }
    case 'extend':
      return { session: { ...session, state: 'open' }, effects: NOTHING }
    case 'void':
      return over(session, 'voided')
    case 'expire':
      return over(session, 'expired')
    case 'seal':
      return over(session, 'completed')
    default:
      return byParticipant(session, event)
  }
}

function byParticipant(session: Session, event: Extract<Event, { participant: string }>): Outcome {
  const participant = session.participants.find(({ id }) => id === event.participant)
  if (!participant || !isActive(participant)) return { error: 'unknown_participant' }
  if (event.kind === 'replace') {
    // Replaces the person in the same position; completed actions stay.
    if (participant.state === 'done' || participant.state === 'declined') return { error: 'already_done' }
    const state: RecipientState = participant.state === 'waiting' ? 'waiting' : 'invited'
    const invite = state === 'invited' ? [event.with] : []
    return {
      session: put(session, participant.id, { id: event.with, state }),
      effects: { ...NOTHING, invite },
    }
  }
  if (participant.state === 'waiting') return { error: 'not_your_turn' }
  if (event.kind === 'view') {
    const seen = participant.state === 'invited' ? put(session, participant.id, { state: 'viewed' }) : session
    return { session: seen, effects: NOTHING }
  }
  if (participant.state === 'done' || participant.state === 'declined') return { error: 'already_done' }
  if (!acts(participant)) return { error: 'nothing_to_do' }
  switch (event.kind) {
    case 'act':
      return inviteNext(put(session, participant.id, { state: 'done' }))
    case 'decline':
      return over(put(session, participant.id, { state: 'declined' }), 'declined')
    case 'delegate': {
      const left = put(session, participant.id, { state: 'delegated' })
      const delegate: Participant = { ...participant, id: event.to, state: 'invited' }
      return {
        session: { ...left, participants: [...left.participants, delegate] },
        effects: { ...NOTHING, invite: [delegate.id] },
      }
    }
  }
}

/**
 * Invites the next group once all acting recipients before it are done, together with its viewers.
 */
function inviteNext(session: Session): Outcome {
  const acting = session.participants.filter((participant) => acts(participant) && isActive(participant))
  const waiting = acting.filter((participant) => !isDone(participant)).map(({ group }) => group)
  const turn = waiting.length === 0 ? Number.POSITIVE_INFINITY : Math.min(...waiting)
  const invite = session.participants
    .filter(({ role, state, group }) => role !== 'copy' && state === 'waiting' && group <= turn)
    .map(({ id }) => id)
  const invited = invite.reduce((now, id) => put(now, id, { state: 'invited' }), session)
  if (waiting.length > 0) return { session: invited, effects: { ...NOTHING, invite } }
  return { session: { ...invited, state: 'sealing' }, effects: { ...NOTHING, invite, seal: true } }
}

const over = (session: Session, state: SessionState): Outcome => ({
  session: { ...session, state },
  effects: { ...NOTHING, over: true },
})

const put = (session: Session, id: string, change: Partial<Participant>): Session => ({
  ...session,
  participants: session.participants.map((participant) =>
    participant.id === id ? { ...participant, ...change } : participant,
  ),
})
