import type { SigningSession } from '../../api/signing.ts'

/** How a session stands. */
export function SessionDetail({ session }: { session: SigningSession }) {
  return <p>{session.title}</p>
}
