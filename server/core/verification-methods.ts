import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { FactorKind, MfaMethod } from '../../contract/mfa.ts'
import type { Queries } from '../platform.ts'
import { backupCodeSets, backupCodes, factors, users } from './schema.ts'

/** Strongest first. */
export const FACTOR_ORDER: readonly FactorKind[] = ['totp', 'email', 'sms']

export async function factorsOf(db: Queries, userId: string) {
  const rows = await db.select().from(factors).where(eq(factors.userId, userId))
  return rows.sort((a, b) => FACTOR_ORDER.indexOf(a.method) - FACTOR_ORDER.indexOf(b.method))
}

/** The number of unused backup codes. */
export async function backupCodesLeft(db: Queries, userId: string, now: Date): Promise<number> {
  const [row] = await db
    .select({ left: sql<number>`count(*)::int` })
    .from(backupCodes)
    .innerJoin(backupCodeSets, eq(backupCodeSets.userId, backupCodes.userId))
    .where(and(eq(backupCodes.userId, userId), isNull(backupCodes.usedAt), gt(backupCodeSets.expiresAt, now)))
  return row?.left ?? 0
}

/**
 * How a user can confirm their identity within a session: by a second factor or a backup code if
 * set up, else by the password, else by a code sent to their e-mail address.
 */
export async function waysToConfirm(db: Queries, userId: string, now: Date): Promise<MfaMethod[]> {
  const methods = (await factorsOf(db, userId)).map(({ method }) => method)
  if (methods.length > 0) {
    const left = await backupCodesLeft(db, userId, now)
    return left > 0 ? [...methods, 'backup_code'] : methods
  }
  const [user] = await db.select({ password: users.passwordHash }).from(users).where(eq(users.id, userId))
  return user?.password ? ['password'] : ['email']
}
