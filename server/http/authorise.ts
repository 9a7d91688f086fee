import { eq } from 'drizzle-orm'
import type { Endpoint } from '../../contract/endpoint.ts'
import { scopeOf } from '../../contract/scopes.ts'
import type { Context, Person } from '../core/context.ts'
import { Refusal } from '../core/refusal.ts'
import { sessions } from '../core/schema.ts'
import { waysToConfirm } from '../core/ways-to-confirm.ts'

const HOUR = 3_600_000

/** Whether this caller may do what an endpoint does at all: the one answer for cookies, keys and tokens alike. */
export async function authorise(ctx: Context, endpoint: Endpoint): Promise<void> {
  if (endpoint.auth === 'open') return
  const { actor } = ctx
  if (actor.kind === 'key') {
    if (endpoint.sessionOnly) {
      throw new Refusal('session_required', 'An API key cannot do this. Sign in to the dashboard for it.')
    }
    const scope = scopeOf(endpoint)
    if (scope && !actor.scopes.includes(scope)) {
      throw new Refusal('insufficient_scope', `This API key has no scope “${scope}”.`, {
        allowed: actor.scopes,
      })
    }
  }
  const person = actor.kind === 'user' ? actor : null
  switch (endpoint.auth) {
    case 'account':
      if (!person && actor.kind !== 'key')
        throw new Refusal('unauthenticated', 'Sign in, or send an API key, to go on.')
      break
    case 'admin':
      if (!person) throw new Refusal('unauthenticated', 'Sign in to go on.')
      if (!person.isAdmin) throw new Refusal('forbidden', 'Only who runs this instance may do this.')
      break
  }
  if (endpoint.sensitive && person) await requireConfirmed(ctx, person, endpoint.auth === 'admin')
}

/** Lately confirmed, or asked to be; each sensitive act begins the time anew. */
async function requireConfirmed(ctx: Context, person: Person, admin: boolean) {
  const { db, clock, settings } = ctx.platform
  const hours = admin ? settings.confirmHoursAdmin : settings.confirmHours
  const now = clock()
  if (now.getTime() - person.confirmedAt.getTime() > hours * HOUR) {
    throw new Refusal('step_up_required', 'Confirm that it is you, then this goes on.', {
      methods_available: await waysToConfirm(db, person.ownerId, now),
    })
  }
  await db.update(sessions).set({ confirmedAt: now }).where(eq(sessions.id, person.sessionId))
}
