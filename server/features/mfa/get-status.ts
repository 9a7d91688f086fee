import { eq } from 'drizzle-orm'
import type { MfaStatus } from '../../../contract/mfa.ts'
import { type Context, requireUser } from '../../core/context.ts'
import { backupCodeSets, users } from '../../core/schema.ts'
import { backupCodesLeft, factorsOf } from '../../core/verification-methods.ts'
import { scoreOf } from './score.ts'
import { maskEmail, maskPhone } from './send-code.ts'

/** Which second factors the caller has set up. Secrets are never shown again. */
export async function getStatus(ctx: Context): Promise<MfaStatus> {
  const userId = requireUser(ctx)
  const { db, clock } = ctx.platform
  const [enrolled, left, [set], [user], { total }] = await Promise.all([
    factorsOf(db, userId),
    backupCodesLeft(db, userId, clock()),
    db.select().from(backupCodeSets).where(eq(backupCodeSets.userId, userId)),
    db.select({ email: users.email }).from(users).where(eq(users.id, userId)),
    scoreOf(ctx, userId),
  ])
  const methods = enrolled.map(({ method }) => method)
  const targetOf = { totp: null, email: maskEmail(user?.email ?? ''), sms: null } as const
  return {
    is_enabled: methods.length > 0,
    methods,
    totp_enabled: methods.includes('totp'),
    sms_enabled: methods.includes('sms'),
    email_enabled: methods.includes('email'),
    backup_codes_count: left,
    security_score: total,
    factors: enrolled.map(({ method, phone, addedAt, lastUsedAt }) => ({
      method,
      target: phone ? maskPhone(phone) : targetOf[method],
      added_at: addedAt.toISOString(),
      last_used_at: lastUsedAt?.toISOString() ?? null,
    })),
    backup_codes_generated_at: set?.generatedAt.toISOString() ?? null,
    backup_codes_expire_at: set?.expiresAt.toISOString() ?? null,
  }
}
