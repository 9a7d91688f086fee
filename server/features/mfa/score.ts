import { and, eq, inArray, max, sql } from 'drizzle-orm'
import type { MfaSecurity, SCORE_PARTS } from '../../../contract/mfa.ts'
import { type Context, requireUser } from '../../core/context.ts'
import { identities, securityEvents, trustedDevices, users } from '../../core/schema.ts'
import { backupCodesLeft, factorsOf } from '../../core/verification-methods.ts'

type Part = (typeof SCORE_PARTS)[number]

/** What each fact adds; together a hundred. */
const POINTS: Readonly<Record<Part, number>> = {
  password: 20,
  verified_email: 10,
  totp: 40,
  email: 10,
  backup_codes: 15,
  sms: 5,
}

/** Fewer are soon none. */
const ENOUGH_CODES = 3

const ADVICE: Readonly<Record<Part, string>> = {
  totp: 'Add an authenticator app, so that a stolen password alone is not enough.',
  password: 'Set a password, so that you can sign in without the provider.',
  backup_codes: 'Create new backup codes and store them away from your phone.',
  verified_email: 'Confirm your e-mail address, so that you can reset your password.',
  email: 'Add codes by e-mail for when the app isn’t available.',
  sms: 'Add codes by text message as a fallback. They are weaker than an app, because numbers can be hijacked.',
}

/**
 * The facts of an account's safety, each with its points. A password that was taken in is not one
 * known from breaches.
 */
export async function scoreOf(ctx: Context, userId: string) {
  const { db, clock } = ctx.platform
  const [[user], [identity], enrolled, left] = await Promise.all([
    db.select().from(users).where(eq(users.id, userId)),
    db.select({ id: identities.id }).from(identities).where(eq(identities.userId, userId)).limit(1),
    factorsOf(db, userId),
    backupCodesLeft(db, userId, clock()),
  ])
  const has = new Set(enrolled.map(({ method }) => method))
  const earned: Readonly<Record<Part, boolean>> = {
    password: user?.passwordHash != null || identity !== undefined,
    verified_email: user?.emailVerified ?? false,
    totp: has.has('totp'),
    email: has.has('email'),
    backup_codes: left >= ENOUGH_CODES,
    sms: has.has('sms'),
  }
  const score = (Object.keys(POINTS) as Part[]).map((part) => ({
    part,
    points: POINTS[part],
    earned: earned[part],
  }))
  return { score, total: score.reduce((sum, { points, earned }) => sum + (earned ? points : 0), 0) }
}

const DAYS = 90
const CHANGES = [
  'factor_added',
  'factor_removed',
  'backup_codes_made',
  'password_changed',
  'password_reset',
  'email_changed',
  'identity_linked',
  'identity_unlinked',
] as const

/** How the account is kept, and how often somebody tried to get in during the last 90 days. */
export async function getSecurity(ctx: Context): Promise<MfaSecurity> {
  const userId = requireUser(ctx)
  const { db, clock } = ctx.platform
  const since = new Date(clock().getTime() - DAYS * 86_400_000)
  const mine = eq(securityEvents.userId, userId)
  const counted = (...kinds: string[]) =>
    sql<number>`(count(*) filter (where ${inArray(securityEvents.kind, kinds as never)} and ${securityEvents.createdAt} >= ${since}))::int`
  const [{ score, total }, [attempts], [devices], [changed]] = await Promise.all([
    scoreOf(ctx, userId),
    db
      .select({
        good: counted('signed_in', 'confirmed'),
        bad: counted('sign_in_failed', 'confirm_failed'),
        blocked: counted('sign_in_blocked', 'confirm_blocked'),
      })
      .from(securityEvents)
      .where(mine),
    db
      .select({ count: sql<number>`count(*)::int` })
      .from(trustedDevices)
      .where(and(eq(trustedDevices.userId, userId), sql`${trustedDevices.expiresAt} > ${clock()}`)),
    db
      .select({ at: max(securityEvents.createdAt) })
      .from(securityEvents)
      .where(and(mine, inArray(securityEvents.kind, [...CHANGES]))),
  ])
  const { good = 0, bad = 0, blocked = 0 } = attempts ?? {}
  const missing = score.filter(({ earned }) => !earned).sort((a, b) => b.points - a.points)
  return {
    total_attempts: good + bad + blocked,
    successful_attempts: good,
    failed_attempts: bad,
    blocked_attempts: blocked,
    trusted_devices: devices?.count ?? 0,
    security_score: total,
    recommendations: missing.map(({ part }) => ADVICE[part]),
    score,
    last_changed_at: changed?.at?.toISOString() ?? null,
  }
}
