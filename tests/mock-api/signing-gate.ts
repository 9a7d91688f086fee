import type { SignatureMark } from '../../contract/signing-public.ts'
import type { Db } from './db.ts'
import { type Actor, MockProblem } from './handler.ts'
import { type StoredRecipient, type StoredSigning, signingToken } from './stored-signing.ts'

export interface Asked {
  db: Db
  actor: Actor
  request: Request
  params: { token: string }
}

/** A recipient with their session, by the token of their link: it alone decides both. */
export function byToken(db: Db, token: string) {
  for (const session of db.signing.sessions) {
    const me = session.recipients.find((one) => signingToken(one) === token)
    // A draft is nobody's but its owner's.
    if (me && session.state !== 'draft') return { session, me }
  }
  throw new MockProblem('not_found', 'There is no such link. Check that the address is whole.')
}

export const lockOf = ({ id, generation, access, accessCodeHash, email }: StoredRecipient) =>
  JSON.stringify([id, generation, access, accessCodeHash, email])

export const lockedBy = ({ db, actor }: Asked, me: StoredRecipient) =>
  me.access === 'link' || db.signing.passes.get(actor.signing ?? '') === lockOf(me) ? null : me.access

function requireUnlocked(asked: Asked, me: StoredRecipient): void {
  if (lockedBy(asked, me)) throw new MockProblem('signing_locked', 'Show first who you are.')
}

/** Whether whoever sent it has asked for the end of their account. */
export const isPaused = (db: Db, { owner, state }: StoredSigning): boolean =>
  state === 'open' && db.users.some(({ user }) => user.id === owner && user.delete_after !== null)

export function requireOpen(db: Db, session: StoredSigning): void {
  const { state } = session
  if (state !== 'open') throw new MockProblem('signing_closed', `It is ${state}.`)
  if (isPaused(db, session)) throw new MockProblem('signing_closed', 'It cannot be signed now.')
}

/** Whose link it is, where they have shown who they are. */
export function acting(asked: Asked) {
  const found = byToken(asked.db, asked.params.token)
  requireUnlocked(asked, found.me)
  return found
}

/** Whether it begins and ends as a small PNG does; the server looks at all that lies between. */
export function checkImage(field: 'signature' | 'initials', { picture }: Pick<SignatureMark, 'picture'>) {
  const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0))
  const view = new DataView(bytes.buffer)
  const isPng = bytes.length > 33 && view.getUint32(0) === 0x89504e47 && view.getUint32(12) === 0x49484452
  const [width, height] = isPng ? [view.getUint32(16), view.getUint32(20)] : [0, 0]
  const whole = isPng && view.getUint32(bytes.length - 8) === 0x49454e44
  if (!whole || !width || !height || bytes.length > 300_000 || width > 4000 || height > 4000)
    throw new MockProblem(
      'invalid_request',
      'The image of the signature is damaged or not supported. Create it again.',
      {
        errors: [{ path: `${field}.picture`, message: 'A PNG of at most 300 kB and 4000 pixels a side.' }],
      },
    )
}
