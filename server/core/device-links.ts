import { and, eq, gt, lt } from 'drizzle-orm'
import type { Queries, Transaction } from '../platform.ts'
import { hashToken, newToken } from './context.ts'
import { deviceLinks } from './schema.ts'
import type { QueryPlatform } from './transaction.ts'

/** The subject of a device link: a recipient who signs, or a scan session. */
export type LinkSubject = { recipientId: string } | { scanSessionId: string }

const subjectIs = (subject: LinkSubject) =>
  'recipientId' in subject
    ? eq(deviceLinks.recipientId, subject.recipientId)
    : eq(deviceLinks.scanSessionId, subject.scanSessionId)

/**
 * Creates a link for another device, valid until `expiresAt`. Earlier links stay valid.
 * @returns the token, of which only the hash is stored
 */
export async function addDeviceLink(tx: Queries, subject: LinkSubject, expiresAt: Date): Promise<string> {
  const token = newToken()
  await tx.insert(deviceLinks).values({ ...subject, tokenHash: hashToken(token), expiresAt })
  return token
}

/** Revokes all links of a subject. */
export const endDeviceLinks = (tx: Transaction, subject: LinkSubject) =>
  tx.delete(deviceLinks).where(subjectIs(subject))

/** The unexpired link with this token, or null. */
export async function findDeviceLink({ db, clock }: Pick<QueryPlatform, 'db' | 'clock'>, token: string) {
  const [found] = await db
    .select()
    .from(deviceLinks)
    .where(and(eq(deviceLinks.tokenHash, hashToken(token)), gt(deviceLinks.expiresAt, clock())))
  return found ?? null
}

/** The newest unexpired link of a subject, or null. */
export async function linkOf({ db, clock }: Pick<QueryPlatform, 'db' | 'clock'>, subject: LinkSubject) {
  const [found] = await db
    .select()
    .from(deviceLinks)
    .where(and(subjectIs(subject), gt(deviceLinks.expiresAt, clock())))
  return found ?? null
}

/** Records that the other device opened the link. */
export const noteOpened = ({ db, clock }: Pick<QueryPlatform, 'db' | 'clock'>, token: string) =>
  db
    .update(deviceLinks)
    .set({ openedAt: clock() })
    .where(eq(deviceLinks.tokenHash, hashToken(token)))

/** Deletes expired links. */
export const forgetDeviceLinks = ({ db, clock }: Pick<QueryPlatform, 'db' | 'clock'>) =>
  db.delete(deviceLinks).where(lt(deviceLinks.expiresAt, clock()))
