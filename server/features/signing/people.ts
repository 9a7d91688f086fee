import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { RecipientJson } from '../../../contract/signing.ts'
import type { Context } from '../../core/context.ts'
import { type SigningRecipientRow, signingRecipients } from '../../core/schema.ts'
import type { LockedSession } from '../../core/signing/locked-session.ts'
import type { Transaction } from '../../platform.ts'
import { checkAccess } from './check-draft.ts'

type Person = z.output<typeof RecipientJson>
type HashedPerson = Person & { codeHash: string | null }
/** Somebody as they will be written down. */
type Part = Omit<typeof signingRecipients.$inferInsert, 'sessionId'>

/** Recipients with the hashes of new access codes. Slow: outside of transactions. */
export const hashCodes = ({ platform }: Context, people: readonly Person[]): Promise<HashedPerson[]> =>
  Promise.all(
    people.map(async (person) => ({
      ...person,
      codeHash:
        person.access === 'code' && person.access_code !== undefined
          ? await platform.passwords.hash(person.access_code)
          : null,
    })),
  )

/** The recipients of a draft; one that is named again without a code keeps the code it had. */
export function partsOf(people: readonly HashedPerson[], before: readonly SigningRecipientRow[]): Part[] {
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
      accessCodeHash: one.access === 'code' ? (one.codeHash ?? codes.get(id) ?? null) : null,
      mayDelegate: one.may_delegate,
      message: one.message,
    })
  }
  return parts
}

/** These are a locked draft's people now, and nobody else. */
export async function writePeople(
  tx: Transaction,
  locked: LockedSession,
  people: readonly Part[],
): Promise<void> {
  const sessionId = locked.session.id
  await tx.delete(signingRecipients).where(eq(signingRecipients.sessionId, sessionId))
  locked.recipients =
    people.length === 0
      ? []
      : await tx
          .insert(signingRecipients)
          .values(people.map((one) => ({ ...one, sessionId })))
          .returning()
}
