import { randomBytes, randomInt } from 'node:crypto'
import { and, eq, gt, isNull } from 'drizzle-orm'
import { BACKUP_CODES, type BackupCodes } from '../../contract/mfa.ts'
import type { Database } from '../platform.ts'
import type { Context } from './context.ts'
import { backupCodeSets, backupCodes } from './schema.ts'

/** Crockford's: nothing in it is read as something else. Eight of them are 40 bits. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const YEAR = 365 * 86_400_000

const newCode = () => Array.from({ length: 8 }, () => LETTERS[randomInt(LETTERS.length)]).join('')

/** As it was meant: without dashes and spaces, in capitals, with the letters that are taken for digits. */
export const normaliseCode = (typed: string) =>
  typed.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1')

/** Ten new codes; the old ones end. They are shown once and kept as passwords are. */
export async function makeBackupCodes(ctx: Context, tx: Database, userId: string): Promise<BackupCodes> {
  const { passwords, clock } = ctx.platform
  const generatedAt = clock()
  const expiresAt = new Date(generatedAt.getTime() + YEAR)
  const salt = randomBytes(16)
  const codes = new Set<string>()
  while (codes.size < BACKUP_CODES) codes.add(newCode())
  const hashes = await Promise.all([...codes].map((code) => passwords.derive(code, salt)))
  await tx.delete(backupCodeSets).where(eq(backupCodeSets.userId, userId))
  await tx.insert(backupCodeSets).values({ userId, salt, generatedAt, expiresAt })
  await tx.insert(backupCodes).values(hashes.map((hash) => ({ userId, hash })))
  return {
    codes: [...codes].map((code) => `${code.slice(0, 4)}-${code.slice(4)}`),
    generated_at: generatedAt.toISOString(),
    expires_at: expiresAt.toISOString(),
    remaining_codes: codes.size,
  }
}

/** Uses a code up. @returns whether it was one that still worked */
export async function takeBackupCode(
  ctx: Context,
  tx: Database,
  userId: string,
  typed: string,
): Promise<boolean> {
  const { passwords, clock } = ctx.platform
  const now = clock()
  const [set] = await tx
    .select()
    .from(backupCodeSets)
    .where(and(eq(backupCodeSets.userId, userId), gt(backupCodeSets.expiresAt, now)))
  if (!set) return false
  const hash = await passwords.derive(normaliseCode(typed), set.salt)
  const used = await tx
    .update(backupCodes)
    .set({ usedAt: now })
    .where(and(eq(backupCodes.userId, userId), eq(backupCodes.hash, hash), isNull(backupCodes.usedAt)))
    .returning({ hash: backupCodes.hash })
  return used.length > 0
}
