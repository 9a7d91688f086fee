import { eq } from 'drizzle-orm'
import type { Endpoint } from '../../contract/endpoint.ts'
import { isPersonal, isRead, scopeOf } from '../../contract/permissions.ts'
import { actFor } from '../core/act-for.ts'
import { ApiProblem } from '../core/api-problem.ts'
import type { Context, Person } from '../core/context.ts'
import { refuseFrozen } from '../core/refuse-frozen.ts'
import { sessions } from '../core/schema.ts'
import { waysToConfirm } from '../core/verification-methods.ts'

const HOUR = 3_600_000

/** The business that a request names: in its path, or by `X-Business-Id`. */
export interface NamedBusiness {
  path: string | undefined
  header: string | undefined
}

/**
 * Checks whether the caller may call an endpoint: one check for cookies, keys and tokens, and for
 * roles in a business. Also sets the owner that the caller acts for.
 */
export async function authorise(ctx: Context, endpoint: Endpoint, named: NamedBusiness): Promise<void> {
  // A paired phone has no account: the verb verifies its token.
  if (endpoint.auth === 'open' || endpoint.auth === 'paired') return
  const { principal } = ctx.actor
  const person = principal.kind === 'user' ? principal : null
  if (principal.kind === 'key') {
    if (endpoint.sessionOnly) {
      throw new ApiProblem('session_required', 'An API key cannot do this. Sign in to the dashboard for it.')
    }
    const scope = scopeOf(endpoint)
    if (scope && !principal.scopes.includes(scope)) {
      throw new ApiProblem('insufficient_scope', `This API key has no scope “${scope}”.`, {
        allowed: principal.scopes,
      })
    }
  }
  switch (endpoint.auth) {
    case 'account':
      if (!person && principal.kind !== 'key')
        throw new ApiProblem('unauthenticated', 'Sign in or send an API key.')
      break
    case 'admin':
      if (!person) throw new ApiProblem('unauthenticated', 'Sign in to continue.')
      if (!person.isAdmin) throw new ApiProblem('forbidden', 'Only administrators can do this.')
      break
  }
  await requirePermission(ctx, endpoint, named)
  if (endpoint.sensitive && person) await requireConfirmed(ctx, person, endpoint.auth === 'admin')
}

/** Sets the owner and checks the permission there. Personal operations act for the user. */
async function requirePermission(
  ctx: Context,
  { auth, permission }: Endpoint,
  { path, header }: NamedBusiness,
) {
  const isWork = permission !== undefined && !isPersonal(permission)
  const id = path ?? (isWork ? header : undefined)
  // A key of a business acts for it even if the request names no business.
  if (id !== undefined || (isWork && ctx.actor.owner?.kind === 'business')) ctx.actor = await actFor(ctx, id)
  if (permission === undefined || auth === 'admin') return
  const { business, permissions, role } = ctx.actor
  if (!business) return
  if (!permissions.has(permission)) {
    throw new ApiProblem(
      'permission_missing',
      role
        ? `Your role in “${business.name}” is ${role}. It does not allow this.`
        : `This is not allowed for “${business.name}”.`,
      { allowed: [...permissions] },
    )
  }
  if (!isRead(permission)) refuseFrozen(business, permission.startsWith('business:'))
}

/** Requires a recent confirmation of identity; each sensitive action restarts the period. */
async function requireConfirmed(ctx: Context, person: Person, admin: boolean) {
  const { db, clock, settings } = ctx.platform
  const hours = admin ? settings.confirmHoursAdmin : settings.confirmHours
  const now = clock()
  if (now.getTime() - person.confirmedAt.getTime() > hours * HOUR) {
    throw new ApiProblem('step_up_required', 'Confirm your identity to continue.', {
      methods_available: await waysToConfirm(db, person.userId, now),
    })
  }
  await db.update(sessions).set({ confirmedAt: now }).where(eq(sessions.id, person.sessionId))
}
