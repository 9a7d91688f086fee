import { randomUUID } from 'node:crypto'
import { and, count, eq } from 'drizzle-orm'
import type { z } from 'zod'
import {
  type CreateWebhookJson,
  MAX_WEBHOOKS,
  type UpdateWebhookJson,
  type Webhook,
} from '../../../contract/webhooks.ts'
import { ApiProblem } from '../../core/api-problem.ts'
import { belongingOf, type Context, requireOwner } from '../../core/context.ts'
import { fingerprint, once } from '../../core/idempotency.ts'
import { lockOwner } from '../../core/lock-owner.ts'
import { webhooks } from '../../core/schema.ts'
import { withTransaction } from '../../core/transaction.ts'
import { WebError } from '../../core/web-error.ts'
import { disableWebhook } from '../../core/webhooks/disable.ts'
import { isReservedHeader } from '../../core/webhooks/request.ts'
import { newWebhookSecret, openSecret, sealHeaders, sealSecret } from '../../core/webhooks/secrets.ts'
import { findWebhook, holdWebhook, noWebhook } from './find-webhook.ts'
import { getWebhook } from './list-webhooks.ts'

const HOUR = 3_600_000

/** Whether a webhook could have a URL. @throws ApiProblem url_refused */
export async function checkWebhookUrl({ platform }: Pick<Context, 'platform'>, url: string): Promise<void> {
  try {
    await platform.receivers.check(url)
  } catch (error) {
    if (!(error instanceof WebError)) throw error
    throw new ApiProblem('url_refused', error.message, { errors: [{ path: 'url', message: error.message }] })
  }
}

function checkHeaders(headers: Record<string, string>): void {
  const names = Object.keys(headers)
  const reserved = names.find(isReservedHeader)
  const twice = names.find((name, at) =>
    names.slice(0, at).some((other) => other.toLowerCase() === name.toLowerCase()),
  )
  const wrong = reserved ?? twice
  if (wrong === undefined) return
  const message =
    reserved === undefined
      ? 'The header appears twice.'
      : 'This header is set by Filewright and cannot be chosen.'
  throw new ApiProblem('invalid_request', `${wrong}: ${message}`, {
    errors: [{ path: `headers.${wrong}`, message }],
  })
}

/**
 * Makes a webhook. Its secret is in this answer; a repeated request with the same key gets the same
 * answer.
 * @throws ApiProblem url_refused, invalid_request, limit_reached, idempotency_conflict
 */
export async function createWebhook(
  ctx: Context,
  json: z.output<typeof CreateWebhookJson>,
  idempotencyKey: string | undefined,
): Promise<Webhook> {
  const ownerId = requireOwner(ctx)
  checkHeaders(json.headers)
  await checkWebhookUrl(ctx, json.url)
  const requestFingerprint = fingerprint(ctx.platform, ['webhook', json])
  const { answer } = await withTransaction(ctx, (ctx, tx) =>
    once(tx, { scope: ownerId, key: idempotencyKey, fingerprint: requestFingerprint }, async () => {
      await lockOwner(tx, ownerId)
      const [there] = await tx.select({ count: count() }).from(webhooks).where(eq(webhooks.ownerId, ownerId))
      if ((there?.count ?? 0) >= MAX_WEBHOOKS)
        throw new ApiProblem(
          'limit_reached',
          `An account can have ${MAX_WEBHOOKS} webhooks. Delete one first.`,
        )
      const id = randomUUID()
      const now = ctx.platform.clock()
      await tx.insert(webhooks).values({
        id,
        ...belongingOf(ctx),
        url: json.url,
        events: [...new Set(json.events)],
        description: json.description,
        ...sealHeaders(ctx.platform, json.headers),
        secret: sealSecret(ctx.platform, newWebhookSecret()),
        isActive: json.is_active,
        ...(!json.is_active && { disabledReason: 'owner' as const, disabledAt: now }),
        createdAt: now,
        updatedAt: now,
      })
      return { id }
    }),
  )
  return withSecret(ctx, answer.id)
}

async function withSecret(ctx: Context, id: string): Promise<Webhook> {
  const { secret } = await findWebhook(ctx, id)
  return { ...(await getWebhook(ctx, id)), secret: openSecret(ctx.platform, secret) }
}

/**
 * Changes settings from this moment on. @throws ApiProblem not_found, url_refused, invalid_request
 */
export async function updateWebhook(
  ctx: Context,
  id: string,
  json: z.output<typeof UpdateWebhookJson>,
): Promise<void> {
  if (json.headers) checkHeaders(json.headers)
  if (json.url !== undefined) await checkWebhookUrl(ctx, json.url)
  await withTransaction(ctx, async (ctx, tx) => {
    const row = await holdWebhook(ctx, id)
    const now = ctx.platform.clock()
    await tx
      .update(webhooks)
      .set({
        ...(json.url !== undefined && { url: json.url }),
        ...(json.events !== undefined && { events: [...new Set(json.events)] }),
        ...(json.description !== undefined && { description: json.description }),
        ...(json.headers !== undefined && sealHeaders(ctx.platform, json.headers)),
        // Enabling starts the 120 hours anew: the receiver is said to work again.
        ...(json.is_active === true &&
          !row.isActive && {
            ...{ isActive: true, disabledReason: null, disabledAt: null, failingSince: null, warnedAt: null },
          }),
        updatedAt: now,
      })
      .where(eq(webhooks.id, id))
    if (json.is_active === false) await disableWebhook(ctx.platform, tx, id, 'owner')
  })
}

/** Deletes a webhook with its deliveries. @throws ApiProblem not_found */
export async function deleteWebhook(ctx: Context, id: string): Promise<void> {
  const gone = await ctx.platform.db
    .delete(webhooks)
    .where(and(eq(webhooks.id, id), eq(webhooks.ownerId, requireOwner(ctx))))
    .returning({ id: webhooks.id })
  if (gone.length === 0) throw noWebhook()
}

/**
 * Gives a webhook a new secret. For `graceHours` requests are signed with the old one too; one from
 * a rotation before ends now.
 * @throws ApiProblem not_found
 */
export async function rotateSecret(ctx: Context, id: string, graceHours: number): Promise<Webhook> {
  await withTransaction(ctx, async (ctx, tx) => {
    const { secret } = await holdWebhook(ctx, id)
    const now = ctx.platform.clock()
    await tx
      .update(webhooks)
      .set({
        secret: sealSecret(ctx.platform, newWebhookSecret()),
        previousSecret: graceHours > 0 ? secret : null,
        previousSecretExpiresAt: graceHours > 0 ? new Date(now.getTime() + graceHours * HOUR) : null,
        updatedAt: now,
      })
      .where(eq(webhooks.id, id))
  })
  return withSecret(ctx, id)
}
