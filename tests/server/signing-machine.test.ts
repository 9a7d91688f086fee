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
  happen,
  type Outcome,
  type Party,
  type Session,
} from '../../server/core/signing/machine.ts'

const party = (
  id: string,
  group = 1,
  role: RecipientRole = 'signer',
  state: RecipientState = 'waiting',
): Party => ({
  id,
  group,
  role,
  state,
})
const eventOf = (kind: EventKind, of = 'a'): Event =>
  kind === 'delegate'
    ? { kind, party: of, to: 'heir' }
    : kind === 'replace'
      ? { kind, party: of, with: 'other' }
      : kind === 'view' || kind === 'act' || kind === 'decline'
        ? { kind, party: of }
        : { kind }

/** What each event makes of a session in each state; none where it is refused. One signer, whose turn it is. */
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
  if ('misfit' in outcome) throw new Error(outcome.misfit)
  return outcome
}
const after = (session: Session, ...events: Event[]) =>
  events.reduce((now, event) => went(happen(now, event)).session, session)
const stateOf = (session: Session, id: string) => session.parties.find((one) => one.id === id)?.state

describe('a signing session', () => {
  for (const kind of EVENT_KINDS)
    for (const state of SESSION_STATES) {
      const next = TABLE[kind][state]
      it(`${kind} when ${state}: ${next ?? 'refused'}`, () => {
        const turn = state === 'draft' ? 'waiting' : 'invited'
        const session: Session = { state, parties: [party('a', 1, 'signer', turn)] }
        const outcome = happen(session, eventOf(kind))
        if (next === undefined) expect(outcome).toHaveProperty('misfit')
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
        const session: Session = { state: 'open', parties: [party('a', 1, role, state), party('z', 9)] }
        for (const kind of ['view', 'act', 'decline', 'delegate', 'replace'] as const)
          expect('misfit' in happen(session, eventOf(kind)), kind).toBe(!may.split(' ').includes(kind))
      })

  it('is sent only with somebody who signs', () => {
    const parties = [party('a', 1, 'approver'), party('b', 1, 'copy')]
    expect(happen({ state: 'draft', parties }, { kind: 'send' })).toEqual({ misfit: 'no_signer' })
  })

  it('invites group by group, and seals when the last has acted', () => {
    const parties = [
      party('a', 1),
      party('b', 2),
      party('c', 2, 'approver'),
      party('d', 2, 'viewer'),
      party('e', 5),
    ]
    const sent = went(happen({ state: 'draft', parties }, { kind: 'send' }))
    expect(sent.follows.invite).toEqual(['a'])
    expect(happen(sent.session, { kind: 'act', party: 'b' })).toEqual({ misfit: 'not_your_turn' })
    const first = went(happen(sent.session, { kind: 'act', party: 'a' }))
    expect(first.follows.invite).toEqual(['b', 'c', 'd'])
    const second = went(happen(first.session, { kind: 'act', party: 'c' }))
    expect(second.follows.invite).toEqual([])
    const third = went(happen(second.session, { kind: 'act', party: 'b' }))
    expect(third.follows.invite).toEqual(['e'])
    const last = went(happen(third.session, { kind: 'act', party: 'e' }))
    expect(last.follows).toEqual({ invite: [], seal: true, over: false })
    expect(last.session.state).toBe('sealing')
    expect(went(happen(last.session, { kind: 'seal' })).session.state).toBe('completed')
  })

  it('goes on with whoever was named instead, and waits for them', () => {
    const open = after({ state: 'draft', parties: [party('a', 1), party('b', 2)] }, { kind: 'send' })
    const passed = went(happen(open, { kind: 'delegate', party: 'a', to: 'h' }))
    expect(passed.follows.invite).toEqual(['h'])
    expect(stateOf(passed.session, 'b')).toBe('waiting')
    expect(happen(passed.session, { kind: 'act', party: 'a' })).toEqual({ misfit: 'unknown_party' })
    expect(went(happen(passed.session, { kind: 'act', party: 'h' })).follows.invite).toEqual(['b'])
    const changed = went(happen(open, { kind: 'replace', party: 'b', with: 'x' }))
    expect(changed.follows.invite).toEqual([])
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
    const parties = fc
      .array(fc.tuple(fc.constantFrom(...RECIPIENT_ROLES), fc.integer({ min: 1, max: 3 })), {
        minLength: 1,
        maxLength: 4,
      })
      .map((list) => list.map(([role, group], index) => party(names[index] ?? '', group, role)))
    fc.assert(
      fc.property(parties, events, (start, all) => {
        let session: Session = { state: 'draft', parties: start }
        for (const event of all) {
          const before = session
          const outcome = happen(session, event)
          if ('misfit' in outcome) continue
          session = outcome.session
          expect(['completed', 'declined', 'voided']).not.toContain(before.state)
          const open = session.parties.filter(
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
