import { eq, sql } from 'drizzle-orm'
import type { User } from '../../contract/account.ts'
import type { Queries } from '../platform.ts'
import { ApiProblem } from './api-problem.ts'
import { factors, users } from './schema.ts'

const withFactors = {
  user: users,
  factors: sql<number>`(select count(*)::int from ${factors} where ${factors.userId} = ${users.id})`,
}

/** A user in the API. @throws ApiProblem unauthenticated if the account was deleted */
export async function presentUser(db: Queries, id: string): Promise<User> {
  const [row] = await db.select(withFactors).from(users).where(eq(users.id, id))
  if (!row) throw new ApiProblem('unauthenticated', 'This account was deleted.')
  const { user } = row
  return {
    id: user.id,
    username: user.username,
    email: user.email,
    email_verified: user.emailVerified,
    pending_email: user.pendingEmail,
    first_name: user.firstName,
    last_name: user.lastName,
    // Each picture has its own URL, so that browsers can cache it.
    avatar_url: user.avatarKey && `/api/v1/user/me/avatar/?v=${user.avatarKey.slice(-8)}`,
    is_admin: user.isAdmin,
    has_password: user.passwordHash !== null,
    password_due: user.passwordDue,
    mfa_enabled: row.factors > 0,
    language: user.language,
    time_zone: user.timeZone,
    created_at: user.createdAt.toISOString(),
    delete_after: user.deleteAfter?.toISOString() ?? null,
  }
}
