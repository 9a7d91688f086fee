import { timingSafeEqual } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { MfaMethod } from '../../../contract/mfa.ts'
import { takeBackupCode } from '../../core/backup-codes.ts'
import type { Context } from '../../core/context.ts'
import { challenges, factors } from '../../core/schema.ts'
import type { Database } from '../../platform.ts'
import { type Challenge, challengedUser } from './find-challenge.ts'
import { macOfCode } from './send-code.ts'
import { stepOfCode } from './totp.ts'

/** What the secret of an app is sealed for. */
export const secretPurpose = (userId: string) => `totp ${userId}`

/** Whether what was typed is right. What works once is used up by it. */
export async function checkCode(
  ctx: Context,
  tx: Database,
  challenge: Challenge,
  { method, code }: { method: MfaMethod; code: string },
): Promise<boolean> {
  switch (method) {
    case 'totp':
      return checkTotp(ctx, tx, challenge.userId, code.replace(/\s/g, ''))
    case 'backup_code':
      return takeBackupCode(ctx, tx, challenge.userId, code)
    case 'password': {
      const user = await challengedUser(tx, challenge)
      return ctx.platform.passwords.verify(user.passwordHash, code)
    }
    case 'sms':
    case 'email':
      return checkSent(ctx, tx, challenge, method, code)
  }
}

async function checkTotp(ctx: Context, tx: Database, userId: string, code: string): Promise<boolean> {
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
  ctx: Context,
  tx: Database,
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
