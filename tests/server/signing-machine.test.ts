import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  RECIPIENT_ROLES,
  RECIPIENT_STATES,
  type RecipientRole,
  type RecipientState,
  SESSION_STATES,
  type SessionState,
} from '../../contract/signing-states.ts'
import {
  EVENT_KINDS,
  type Event,
  type EventKind,
  type Outcome,
  type Participant,
  type Session,
  transition,
} from '../../server/core/signing/machine.ts'

const participant = (
  id: string,
  group = 1,
  role: RecipientRole = 'signer',
  state: RecipientState = 'waiting',
): Participant => ({
  id,
  group,
  role,
  state,
})
const eventOf = (kind: EventKind, of = 'a'): Event =>
  kind === 'delegate'
    ? { kind, participant: of, to: 'heir' }
    : kind === 'replace'
      ? { kind, participant: of, with: 'other' }
      : kind === 'view' || kind === 'act' || kind === 'decline'
        ? { kind, participant: of }
        : { kind }

/**
 * What each event makes of a session in each state; none where it is refused. One signer, whose
 * turn it is.
 */
const TABLE: Record<EventKind, Partial<Record<SessionState, SessionState>>> = {
  send: { draft: 'open' },
  view: { open: 'open' },
  act: { open: 'sealing' },
  decline: { open: 'declined' },
  delegate: { open: 'open' },
  replace: { open: 'open' },
  remind: { open: 'open' },
  extend: { open: 'open', expired: 'open' },
  void: { open: 'voided', expired: 'voided', sealing: 'voided' },
  expire: { open: 'expired' },
  seal: { sealing: 'completed' },
}

function went(outcome: Outcome) {
  if ('error' in outcome) throw new Error(outcome.error)
  return outcome
}
const after = (session: Session, ...events: Event[]) =>
  events.reduce((now, event) => went(transition(now, event)).session, session)
const stateOf = (session: Session, id: string) => session.participants.find((one) => one.id === id)?.state

describe('a signing session', () => {
  for (const kind of EVENT_KINDS)
    for (const state of SESSION_STATES) {
      const next = TABLE[kind][state]
      it(`${kind} when ${state}: ${next ?? 'refused'}`, () => {
        const turn = state === 'draft' ? 'waiting' : 'invited'
        const session: Session = { state, participants: [participant('a', 1, 'signer', turn)] }
        const outcome = transition(session, eventOf(kind))
        if (next === undefined) expect(outcome).toHaveProperty('error')
        else expect(went(outcome).session.state).toBe(next)
      })
    }

  /** What a recipient of each role may do in each of their states, while the session is open. */
  const MAY: Record<RecipientState, { actor: string; looker: string }> = {
    waiting: { actor: 'replace', looker: 'replace' },
    invited: { actor: 'view act decline delegate replace', looker: 'view replace' },
    viewed: { actor: 'view act decline delegate replace', looker: 'view replace' },
    done: { actor: 'view', looker: 'view' },
    declined: { actor: 'view', looker: 'view' },
    delegated: { actor: '', looker: '' },
  }
  for (const role of RECIPIENT_ROLES)
    for (const state of RECIPIENT_STATES)
      it(`lets a ${role} who is ${state} do what fits, and no more`, () => {
        const { actor, looker } = MAY[state]
        const may = role === 'signer' || role === 'approver' ? actor : looker
        const session: Session = {
          state: 'open',
          participants: [participant('a', 1, role, state), participant('z', 9)],
        }
        for (const kind of ['view', 'act', 'decline', 'delegate', 'replace'] as const)
          expect('error' in transition(session, eventOf(kind)), kind).toBe(!may.split(' ').includes(kind))
      })

  it('is sent only with somebody who signs', () => {
    const participants = [participant('a', 1, 'approver'), participant('b', 1, 'copy')]
    expect(transition({ state: 'draft', participants }, { kind: 'send' })).toEqual({ error: 'no_signer' })
  })

  it('invites group by group, and seals when the last has acted', () => {
    const participants = [
      participant('a', 1),
      participant('b', 2),
      participant('c', 2, 'approver'),
      participant('d', 2, 'viewer'),
      participant('e', 5),
    ]
    const sent = went(transition({ state: 'draft', participants }, { kind: 'send' }))
    expect(sent.effects.invite).toEqual(['a'])
    expect(transition(sent.session, { kind: 'act', participant: 'b' })).toEqual({ error: 'not_your_turn' })
    const first = went(transition(sent.session, { kind: 'act', participant: 'a' }))
    expect(first.effects.invite).toEqual(['b', 'c', 'd'])
    const second = went(transition(first.session, { kind: 'act', participant: 'c' }))
    expect(second.effects.invite).toEqual([])
    const third = went(transition(second.session, { kind: 'act', participant: 'b' }))
    expect(third.effects.invite).toEqual(['e'])
    const last = went(transition(third.session, { kind: 'act', participant: 'e' }))
    expect(last.effects).toEqual({ invite: [], seal: true, over: false })
    expect(last.session.state).toBe('sealing')
    expect(went(transition(last.session, { kind: 'seal' })).session.state).toBe('completed')
  })

  it('goes on with whoever was named instead, and waits for them', () => {
    const open = after(
      { state: 'draft', participants: [participant('a', 1), participant('b', 2)] },
      { kind: 'send' },
    )
    const passed = went(transition(open, { kind: 'delegate', participant: 'a', to: 'h' }))
    expect(passed.effects.invite).toEqual(['h'])
    expect(stateOf(passed.session, 'b')).toBe('waiting')
    expect(transition(passed.session, { kind: 'act', participant: 'a' })).toEqual({
      error: 'unknown_participant',
    })
    expect(went(transition(passed.session, { kind: 'act', participant: 'h' })).effects.invite).toEqual(['b'])
    const changed = went(transition(open, { kind: 'replace', participant: 'b', with: 'x' }))
    expect(changed.effects.invite).toEqual([])
    expect(stateOf(changed.session, 'x')).toBe('waiting')
  })

  it('ends once, and is never sealed before all who act have done so, whatever happens in whatever order', () => {
    const names = ['a', 'b', 'c', 'd', 'h']
    const events = fc.array(
      fc
        .tuple(fc.constantFrom(...EVENT_KINDS), fc.constantFrom(...names))
        .map(([kind, of]) => eventOf(kind, of)),
      { maxLength: 40 },
    )
    const participants = fc
      .array(fc.tuple(fc.constantFrom(...RECIPIENT_ROLES), fc.integer({ min: 1, max: 3 })), {
        minLength: 1,
        maxLength: 4,
      })
      .map((list) => list.map(([role, group], index) => participant(names[index] ?? '', group, role)))
    fc.assert(
      fc.property(participants, events, (start, all) => {
        let session: Session = { state: 'draft', participants: start }
        for (const event of all) {
          const before = session
          const outcome = transition(session, event)
          if ('error' in outcome) continue
          session = outcome.session
          expect(['completed', 'declined', 'voided']).not.toContain(before.state)
          const open = session.participants.filter(
            ({ role, state }) => (role === 'signer' || role === 'approver') && state !== 'delegated',
          )
          if (session.state === 'sealing' || session.state === 'completed')
            expect(open.every(({ state }) => state === 'done')).toBe(true)
          // Nobody acts before those of an earlier group.
          for (const one of open.filter(({ state }) => state === 'done'))
            expect(open.every(({ group, state }) => group >= one.group || state === 'done')).toBe(true)
        }
      }),
    )
  })
})
