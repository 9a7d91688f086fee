import { randomBytes, randomInt } from 'node:crypto'
import { and, eq, gt, isNull } from 'drizzle-orm'
import { BACKUP_CODES, type BackupCodes } from '../../contract/mfa.ts'
import type { Transaction } from '../platform.ts'
import type { Context } from './context.ts'
import { backupCodeSets, backupCodes } from './schema.ts'
import { type TransactionContext, withTransaction } from './transaction.ts'

/** Crockford's base32, without ambiguous letters. Eight of them are 40 bits. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const YEAR = 365 * 86_400_000

const newCode = () => Array.from({ length: 8 }, () => LETTERS[randomInt(LETTERS.length)]).join('')

/** Normalizes a typed code: no dashes and spaces, upper case, ambiguous letters as digits. */
export const normaliseCode = (typed: string) =>
  typed.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1')

/**
 * Replaces an account's backup codes with ten new ones. Hashes them before the transaction, in
 * which `within` runs first. @returns the codes, of which only hashes are stored
 */
export async function replaceBackupCodes(
  ctx: Context,
  userId: string,
  within?: (ctx: TransactionContext, tx: Transaction) => Promise<void>,
): Promise<BackupCodes> {
  const { passwords, clock } = ctx.platform
  const generatedAt = clock()
  const expiresAt = new Date(generatedAt.getTime() + YEAR)
  const salt = randomBytes(16)
  const codes = new Set<string>()
  while (codes.size < BACKUP_CODES) codes.add(newCode())
  const hashes = await Promise.all([...codes].map((code) => passwords.derive(code, salt)))
  await withTransaction(ctx, async (ctx, tx) => {
    await within?.(ctx, tx)
    await tx.delete(backupCodeSets).where(eq(backupCodeSets.userId, userId))
    await tx.insert(backupCodeSets).values({ userId, salt, generatedAt, expiresAt })
    await tx.insert(backupCodes).values(hashes.map((hash) => ({ userId, hash })))
  })
  return {
    codes: [...codes].map((code) => `${code.slice(0, 4)}-${code.slice(4)}`),
    generated_at: generatedAt.toISOString(),
    expires_at: expiresAt.toISOString(),
    remaining_codes: codes.size,
  }
}

/**
 * The hash of a typed code with the account's salt; null if the account has no codes. Slow: call it
 * outside of transactions.
 */
export async function hashBackupCode(ctx: Context, userId: string, typed: string): Promise<Buffer | null> {
  const { db, passwords, clock } = ctx.platform
  const [set] = await db
    .select()
    .from(backupCodeSets)
    .where(and(eq(backupCodeSets.userId, userId), gt(backupCodeSets.expiresAt, clock())))
  return set ? passwords.derive(normaliseCode(typed), set.salt) : null
}

/** Uses the code with this hash. @returns whether an unused one existed */
export async function takeBackupCode(
  { platform }: TransactionContext,
  tx: Transaction,
  userId: string,
  hash: Buffer,
): Promise<boolean> {
  const now = platform.clock()
  const used = await tx
    .update(backupCodes)
    .set({ usedAt: now })
    .where(and(eq(backupCodes.userId, userId), eq(backupCodes.hash, hash), isNull(backupCodes.usedAt)))
    .returning({ hash: backupCodes.hash })
  return used.length > 0
}
