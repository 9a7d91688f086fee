import { timingSafeEqual } from 'node:crypto'
import { and, eq, gt } from 'drizzle-orm'
import { type BackupCodes, CODE_TRIES, type FactorKind, type MfaStatus } from '../../../contract/mfa.ts'
import { sendNotice } from '../../core/account-mail.ts'
import { ApiProblem } from '../../core/api-problem.ts'
import { replaceBackupCodes } from '../../core/backup-codes.ts'
import { type Context, requirePerson } from '../../core/context.ts'
import { factorSetups, factors, trustedDevices, users } from '../../core/schema.ts'
import { recordEvent } from '../../core/security-events.ts'
import { type QueryContext, type TransactionContext, withTransaction } from '../../core/transaction.ts'
import { factorsOf } from '../../core/verification-methods.ts'
import type { Transaction } from '../../platform.ts'
import { secretPurpose } from './check-code.ts'
import { getStatus } from './get-status.ts'
import { macOfCode } from './send-code.ts'
import { setupBinding } from './set-up.ts'
import { stepOfCode } from './totp.ts'

export const FACTOR_NAMES: Readonly<Record<FactorKind, string>> = {
  totp: 'An authenticator app',
  email: 'Codes by e-mail',
  sms: 'Codes by text message',
}

type Setup = typeof factorSetups.$inferSelect
type Outcome = { first: boolean } | { attemptsLeft: number }

/**
 * Finishes a set-up with its code. The first factor brings backup codes with it, shown this once.
 * @throws ApiProblem challenge_expired, invalid_code
 */
export async function confirmSetup(
  ctx: Context,
  { method, code }: { method: FactorKind; code: string },
): Promise<{ status: MfaStatus; backup_codes: BackupCodes | null }> {
  const { userId } = requirePerson(ctx)
  const { clock } = ctx.platform
  const here = and(eq(factorSetups.userId, userId), eq(factorSetups.method, method))
  // A failed try is to be counted, and what is thrown in a transaction is undone: so it is thrown
  // below.
  const outcome = await withTransaction(ctx, async (ctx, tx): Promise<Outcome> => {
    // Two factors that are confirmed at once must not both be the first.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update')
    const [setup] = await tx
      .select()
      .from(factorSetups)
      .where(and(here, gt(factorSetups.expiresAt, clock())))
      .for('update')
    if (!setup || setup.tries >= CODE_TRIES) {
      throw new ApiProblem('challenge_expired', 'The setup expired or had too many attempts. Start again.')
    }
    const step = stepOf(ctx, setup, code)
    if (step === null) {
      const tries = setup.tries + 1
      await tx.update(factorSetups).set({ tries }).where(here)
      return { attemptsLeft: CODE_TRIES - tries }
    }
    await tx.delete(factorSetups).where(here)
    return { first: await enrol(ctx, tx, setup, step) }
  })
  if ('first' in outcome) {
    const codes = outcome.first ? await replaceBackupCodes(ctx, userId) : null
    return { status: await getStatus(ctx), backup_codes: codes }
  }
  throw new ApiProblem('invalid_code', 'Wrong code. Check it; with an app, wait for the next code.', {
    attempts_left: outcome.attemptsLeft,
    errors: [{ path: 'code', message: 'Wrong code.' }],
  })
}

/** The time step of an app's code, 0 for a code that was sent; null where it is wrong. */
function stepOf(ctx: QueryContext, setup: Setup, code: string): number | null {
  const { secrets, clock } = ctx.platform
  if (setup.secret)
    return stepOfCode(secrets.open(setup.secret, secretPurpose(setup.userId)), code, clock(), null)
  const mac = macOfCode(ctx, setupBinding(setup.userId, setup.method), code)
  return setup.codeMac && timingSafeEqual(setup.codeMac, mac) ? 0 : null
}

/** @returns whether it is the account's first factor */
async function enrol(ctx: TransactionContext, tx: Transaction, setup: Setup, step: number): Promise<boolean> {
  const { userId, method, secret, phone } = setup
  const now = ctx.platform.clock()
  const first = (await factorsOf(tx, userId)).length === 0
  const row = { secret, phone, lastStep: secret ? step : null, addedAt: now, lastUsedAt: null }
  await tx
    .insert(factors)
    .values({ userId, method, ...row })
    .onConflictDoUpdate({ target: [factors.userId, factors.method], set: row })
  // Devices that were trusted before trusted something else.
  await tx.delete(trustedDevices).where(eq(trustedDevices.userId, userId))
  // Whoever read the code reads the mailbox.
  if (method === 'email') await tx.update(users).set({ emailVerified: true }).where(eq(users.id, userId))
  await recordEvent(ctx, tx, userId, 'factor_added', { method })
  const [user] = await tx.select().from(users).where(eq(users.id, userId))
  if (user)
    await sendNotice(ctx, tx, user, {
      subject: 'A second factor was added to your account',
      lines: [`${FACTOR_NAMES[method]}: it is required at the next sign-in to “${user.username}”.`],
    })
  return first
}
