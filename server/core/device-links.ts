import { and, eq, gt, lt } from 'drizzle-orm'
import type { Queries, Transaction } from '../platform.ts'
import { hashToken, newToken } from './context.ts'
import { deviceLinks } from './schema.ts'
import type { QueryPlatform } from './transaction.ts'

/** What another device may act for: a recipient who signs, or a scan session. */
export type LinkSubject = { recipientId: string } | { scanSessionId: string }

const subjectIs = (subject: LinkSubject) =>
  'recipientId' in subject
    ? eq(deviceLinks.recipientId, subject.recipientId)
    : eq(deviceLinks.scanSessionId, subject.scanSessionId)

/**
 * A link for another device, until `expiresAt`. Earlier ones stay. @returns the token, which
 * nothing else keeps
 */
export async function addDeviceLink(tx: Queries, subject: LinkSubject, expiresAt: Date): Promise<string> {
  const token = newToken()
  await tx.insert(deviceLinks).values({ ...subject, tokenHash: hashToken(token), expiresAt })
  return token
}

/** All links of a subject stop working. */
export const endDeviceLinks = (tx: Transaction, subject: LinkSubject) =>
  tx.delete(deviceLinks).where(subjectIs(subject))

/** The link with this token; null where there is none that works. */
export async function findDeviceLink({ db, clock }: Pick<QueryPlatform, 'db' | 'clock'>, token: string) {
  const [found] = await db
    .select()
    .from(deviceLinks)
    .where(and(eq(deviceLinks.tokenHash, hashToken(token)), gt(deviceLinks.expiresAt, clock())))
  return found ?? null
}

/** The newest link of a subject that works; null where there is none. */
export async function linkOf({ db, clock }: Pick<QueryPlatform, 'db' | 'clock'>, subject: LinkSubject) {
  const [found] = await db
    .select()
    .from(deviceLinks)
    .where(and(subjectIs(subject), gt(deviceLinks.expiresAt, clock())))
  return found ?? null
}

/** Notes that the other device is there. */
export const noteOpened = ({ db, clock }: Pick<QueryPlatform, 'db' | 'clock'>, token: string) =>
  db
    .update(deviceLinks)
    .set({ openedAt: clock() })
    .where(eq(deviceLinks.tokenHash, hashToken(token)))

/** Links whose time is over. */
export const forgetDeviceLinks = ({ db, clock }: Pick<QueryPlatform, 'db' | 'clock'>) =>
  db.delete(deviceLinks).where(lt(deviceLinks.expiresAt, clock()))
