import type { SigningSession } from '../../api/signing.ts'

/** What its owner can do to it. */
export function SessionActions({ session }: { session: SigningSession }) {
  return <span>{session.state}</span>
}
