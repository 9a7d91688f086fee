import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { RecipientJson } from '../../../contract/signing.ts'
import type { Context } from '../../core/context.ts'
import { type SigningRecipientRow, signingRecipients } from '../../core/schema.ts'
import type { Held } from '../../core/signing/hold.ts'
import type { Database } from '../../platform.ts'
import { checkAccess } from './check-draft.ts'

type Person = z.output<typeof RecipientJson>
/** Somebody as they will be written down. */
type Part = Omit<typeof signingRecipients.$inferInsert, 'sessionId'>

/** The people of a draft with their codes hashed; whoever is named again without a code keeps the one they had. */
export async function peopleOf(
  { platform }: Context,
  people: readonly Person[],
  before: readonly SigningRecipientRow[],
): Promise<Part[]> {
  const codes = new Map(
    before.flatMap(({ id, accessCodeHash }) => (accessCodeHash ? [[id, accessCodeHash]] : [])),
  )
  checkAccess(people, new Set(codes.keys()))
  const parts: Part[] = []
  for (const [position, one] of people.entries()) {
    const id = one.id ?? randomUUID()
    parts.push({
      id,
      position,
      name: one.name,
      email: one.email,
      role: one.role,
      group: one.group,
      access: one.access,
      accessCodeHash:
        one.access !== 'code'
          ? null
          : one.access_code === undefined
            ? (codes.get(id) ?? null)
            : await platform.passwords.hash(one.access_code),
      mayDelegate: one.may_delegate,
      message: one.message,
    })
  }
  return parts
}

/** These are a held draft's people now, and nobody else. */
export async function writePeople(tx: Database, held: Held, people: readonly Part[]): Promise<void> {
  const sessionId = held.session.id
  await tx.delete(signingRecipients).where(eq(signingRecipients.sessionId, sessionId))
  held.recipients =
    people.length === 0
      ? []
      : await tx
          .insert(signingRecipients)
          .values(people.map((one) => ({ ...one, sessionId })))
          .returning()
}
