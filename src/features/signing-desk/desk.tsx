import type { SigningSession } from '../../api/signing.ts'

export function SigningDesk({ session }: { session: SigningSession }) {
  return <p>{session.title}</p>
}
