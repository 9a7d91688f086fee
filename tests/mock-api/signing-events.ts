import type { AuditRow } from '../../contract/signing.ts'
import { type Event, transition } from '../../server/core/signing/machine.ts'
import type { Db } from './db.ts'
import { MockProblem } from './handler.ts'
import { HERE, now, send } from './identity.ts'
import { senderOf } from './stored-businesses.ts'
import { type StoredRecipient, type StoredSigning, signingToken } from './stored-signing.ts'

export interface Doer {
  who: string
  recipient_id: string | null
  ip: string | null
  device: string | null
}

export const BY_ITSELF: Doer = { who: 'Filewright', recipient_id: null, ip: null, device: null }
const here = { ip: HERE.address, device: HERE.device }

export const byRecipient = ({ id, name, email }: StoredRecipient): Doer => ({
  who: `${name} <${email}>`,
  recipient_id: id,
  ...here,
})

export function byOwner(db: Db, { owner }: StoredSigning): Doer {
  const { name, email } = senderOf(db, owner)
  return { who: `${name} <${email}>`, recipient_id: null, ...here }
}

/** Writes a row of the log, which is chained when it is read. */
export const note = (
  session: StoredSigning,
  event: AuditRow['event'],
  doer: Doer,
  facts: Record<string, string> = {},
): void => void session.events.push({ event, at: now(), facts, ...doer })

/**
 * Each change has a time of its own, by which a draft's editor tells that it was changed elsewhere.
 */
export function touch(session: StoredSigning): void {
  session.updatedAt = new Date(Math.max(Date.now(), Date.parse(session.updatedAt) + 1)).toISOString()
}

interface Said {
  event: AuditRow['event']
  doer: Doer
  facts?: Record<string, string>
}

/**
 * Lets something happen by the server's own rules, with what follows from it. @throws MockProblem
 * signing_misfit
 */
export function advance(db: Db, origin: string, session: StoredSigning, event: Event, said: Said): void {
  const outcome = transition({ state: session.state, participants: session.recipients }, event)
  if ('error' in outcome)
    throw new MockProblem('signing_misfit', `That does not fit as it stands: ${outcome.error}.`)
  const { effects } = outcome
  for (const { id, state } of outcome.session.participants) {
    const one = session.recipients.find((recipient) => recipient.id === id)
    if (!one || one.state === state) continue
    one.state = state
    if (state === 'viewed') one.viewed_at = now()
    if (state === 'done') one.done_at = now()
  }
  session.state = outcome.session.state
  session.endedAt = effects.over ? now() : null
  touch(session)
  note(session, said.event, said.doer, said.facts)
  for (const id of effects.invite) {
    const one = session.recipients.find((recipient) => recipient.id === id)
    if (one) invite(db, origin, session, one)
  }
  if (effects.over) tellEnd(db, origin, session)
  if (effects.seal) seal(db, origin, session)
}

function invite(db: Db, origin: string, session: StoredSigning, one: StoredRecipient) {
  one.invited_at = now()
  note(session, 'invited', { ...BY_ITSELF, recipient_id: one.id }, { to: one.email })
  mailLink(
    db,
    origin,
    session,
    one,
    `${senderOf(db, session.owner).name} asks you to sign “${session.title}”`,
  )
}

export const mailLink = (
  db: Db,
  origin: string,
  { title }: StoredSigning,
  one: StoredRecipient,
  subject: string,
): void => send(db, 'mail', one.email, subject, `“${title}”: ${origin}/sign/${signingToken(one)}`)

function tellEnd(db: Db, origin: string, session: StoredSigning) {
  const subject = `“${session.title}” is ${session.state}`
  for (const one of session.recipients)
    if (one.state !== 'delegated' && (one.invited_at || session.state === 'completed'))
      mailLink(db, origin, session, one, subject)
  send(db, 'mail', senderOf(db, session.owner).email, subject, `${origin}/signing/${session.id}`)
}

/**
 * Makes the result at once, or says why it cannot be made: a page that is named is not there, or a
 * seed has it so.
 */
export function seal(db: Db, origin: string, session: StoredSigning): void {
  const unread = session.recipients.some(({ legible }) => legible === false)
  if (unread || pagesIn(session.document) < session.document.pages) {
    session.problem = unread
      ? 'An image of a signature cannot be read.'
      : 'The PDF has fewer pages than it says.'
    const subject = `“${session.title}” is signed, but could not be sealed`
    send(db, 'mail', senderOf(db, session.owner).email, subject, session.problem)
    return
  }
  const { file_name, sha256, size_bytes } = session.document
  const name = `${file_name.replace(/\.pdf$/i, '')}, signed.pdf`
  session.problem = null
  session.result = { file_name: name, size_bytes, sha256: sha256.split('').reverse().join('') }
  const facts = { sha256: session.result.sha256, time: 'by this instance' }
  advance(db, origin, session, { kind: 'seal' }, { event: 'sealed', doer: BY_ITSELF, facts })
}

/** Pages that can be seen in it; where they are packed, as many as it says. */
function pagesIn({ content, pages }: StoredSigning['document']): number {
  const seen = new TextDecoder('latin1').decode(content).match(/\/Type \/Page\b/g)
  return seen?.length ?? pages
}

/** Sessions whose time is over end by themselves. */
export function expireSigning(db: Db, time: number): void {
  for (const session of db.signing.sessions)
    if (session.state === 'open' && session.deadlineAt && Date.parse(session.deadlineAt) <= time)
      advance(db, '', session, { kind: 'expire' }, { event: 'expired', doer: BY_ITSELF })
}
