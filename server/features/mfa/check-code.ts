import { timingSafeEqual } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { MfaMethod } from '../../../contract/mfa.ts'
import { hashBackupCode, takeBackupCode } from '../../core/backup-codes.ts'
import type { Context } from '../../core/context.ts'
import { challenges, factors, users } from '../../core/schema.ts'
import type { TransactionContext } from '../../core/transaction.ts'
import type { Transaction } from '../../platform.ts'
import { type Challenge, challengedUser } from './find-challenge.ts'
import { macOfCode } from './send-code.ts'
import { stepOfCode } from './totp.ts'

/** What the secret of an app is sealed for. */
export const secretPurpose = (userId: string) => `totp ${userId}`

/** What a person typed, with the slow part of checking it already done. */
export type Typed =
  | { method: Exclude<MfaMethod, 'password' | 'backup_code'>; code: string }
  | { method: 'backup_code'; hash: Buffer | null }
  | { method: 'password'; matches: string | null }

/** Hashes a typed password or backup code, before the transaction that checks it. */
export async function hashTyped(
  ctx: Context,
  userId: string,
  { method, code }: { method: MfaMethod; code: string },
): Promise<Typed> {
  if (method === 'backup_code') return { method, hash: await hashBackupCode(ctx, userId, code) }
  if (method !== 'password') return { method, code }
  const { db, passwords } = ctx.platform
  const [user] = await db.select({ hash: users.passwordHash }).from(users).where(eq(users.id, userId))
  const hash = user?.hash ?? null
  return { method, matches: (await passwords.verify(hash, code)) ? hash : null }
}

/** Whether what was typed is right; single-use codes are used by it. */
export async function checkCode(
  ctx: TransactionContext,
  tx: Transaction,
  challenge: Challenge,
  typed: Typed,
): Promise<boolean> {
  switch (typed.method) {
    case 'totp':
      return checkTotp(ctx, tx, challenge.userId, typed.code.replace(/\s/g, ''))
    case 'backup_code':
      return typed.hash !== null && takeBackupCode(ctx, tx, challenge.userId, typed.hash)
    case 'password': {
      // The password may have been changed since it was compared.
      const user = await challengedUser(tx, challenge)
      return typed.matches !== null && user.passwordHash === typed.matches
    }
    case 'sms':
    case 'email':
      return checkSent(ctx, tx, challenge, typed.method, typed.code)
  }
}

async function checkTotp(
  ctx: TransactionContext,
  tx: Transaction,
  userId: string,
  code: string,
): Promise<boolean> {
  const mine = and(eq(factors.userId, userId), eq(factors.method, 'totp'))
  const [factor] = await tx.select().from(factors).where(mine).for('update')
  if (!factor?.secret) return false
  const now = ctx.platform.clock()
  const secret = ctx.platform.secrets.open(factor.secret, secretPurpose(userId))
  const step = stepOfCode(secret, code, now, factor.lastStep)
  if (step === null) return false
  await tx.update(factors).set({ lastStep: step, lastUsedAt: now }).where(mine)
  return true
}

async function checkSent(
  ctx: TransactionContext,
  tx: Transaction,
  challenge: Challenge,
  method: 'sms' | 'email',
  code: string,
): Promise<boolean> {
  const now = ctx.platform.clock()
  const { codeMac, codeMethod, codeExpiresAt, id, userId } = challenge
  if (!codeMac || codeMethod !== method || !codeExpiresAt || codeExpiresAt <= now) return false
  if (!timingSafeEqual(codeMac, macOfCode(ctx, id, code))) return false
  await tx.update(challenges).set({ codeMac: null, codeMethod: null }).where(eq(challenges.id, id))
  await tx
    .update(factors)
    .set({ lastUsedAt: now })
    .where(and(eq(factors.userId, userId), eq(factors.method, method)))
  return true
}
