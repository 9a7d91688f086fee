import { and, eq, isNull } from 'drizzle-orm'
import type { z } from 'zod'
import type { DeviceDrawing, DeviceView, SigningDevice } from '../../../contract/signing-public.ts'
import { ApiProblem } from '../../core/api-problem.ts'
import type { Context } from '../../core/context.ts'
import { addDeviceLink, endDeviceLinks, findDeviceLink, linkOf, noteOpened } from '../../core/device-links.ts'
import { consumeOrThrow, LIMIT_RULES } from '../../core/limit-rules.ts'
import { signingDevices, signingRecipients } from '../../core/schema.ts'
import { withTransaction } from '../../core/transaction.ts'
import { requireUnlocked } from './access-gate.ts'
import { findLink, requireOpen } from './find-link.ts'
import { imageBytesOf } from './signature-images.ts'

const MINUTES = 10

/**
 * An address at which another device draws a signature; the one before ends. @throws ApiProblem
 * not_found, signing_closed, signing_locked, signing_misfit, too_many_requests
 */
export async function beginDrawing(
  ctx: Context,
  token: string,
  kind: 'signature' | 'initials',
): Promise<z.input<typeof SigningDevice>> {
  const { session, me } = await findLink(ctx, token)
  requireUnlocked(ctx, me)
  requireOpen(ctx, session)
  if (me.state !== 'invited' && me.state !== 'viewed')
    throw new ApiProblem('signing_misfit', 'There is nothing for you to sign.')
  await consumeOrThrow(ctx, LIMIT_RULES.signingDevice, me.id)
  const { clock, settings } = ctx.platform
  const expiresAt = new Date(clock().getTime() + MINUTES * 60_000)
  const subject = { recipientId: me.id }
  const given = await withTransaction(ctx, async (_ctx, tx) => {
    const row = { kind, picture: null }
    await tx
      .insert(signingDevices)
      .values({ recipientId: me.id, ...row })
      .onConflictDoUpdate({ target: signingDevices.recipientId, set: row })
    await endDeviceLinks(tx, subject)
    return addDeviceLink(tx, subject, expiresAt)
  })
  // Where people reach us, and not where this request says: another device is to open it.
  const origin = settings.publicUrl ?? ctx.origin
  return { url: `${origin}/sign/device/${given}`, expires_at: expiresAt.toISOString() }
}

/**
 * What the other device has drawn, if it has. @throws ApiProblem not_found, signing_closed,
 * signing_locked, link_expired
 */
export async function getDrawing(ctx: Context, token: string): Promise<z.input<typeof DeviceDrawing>> {
  const { session, me } = await findLink(ctx, token)
  requireUnlocked(ctx, me)
  requireOpen(ctx, session)
  const link = await linkOf(ctx.platform, { recipientId: me.id })
  const row = link && (await deviceOf(ctx, me.id))
  if (!row) throw over()
  return {
    connected: link.openedAt !== null,
    picture: row.picture?.toString('base64') ?? null,
    expires_at: link.expiresAt.toISOString(),
  }
}

const over = () =>
  new ApiProblem('link_expired', 'This link has expired. Show a new code on your other device.')

async function deviceOf({ platform }: Context, recipientId: string) {
  const [row] = await platform.db
    .select()
    .from(signingDevices)
    .where(eq(signingDevices.recipientId, recipientId))
  return row ?? null
}

/** The recipient for whom a device draws, while nothing was drawn. */
async function waiting(ctx: Context, device: string) {
  await consumeOrThrow(ctx, LIMIT_RULES.shareAddress, ctx.address)
  const link = await findDeviceLink(ctx.platform, device)
  const row = link?.recipientId ? await deviceOf(ctx, link.recipientId) : null
  if (!link || !row || row.picture) throw over()
  return { link, row }
}

/**
 * Whose signature it is to draw; that the device is there is told to the other. @throws ApiProblem
 * link_expired, too_many_requests
 */
export async function viewDevice(ctx: Context, device: string): Promise<z.input<typeof DeviceView>> {
  const { link, row } = await waiting(ctx, device)
  const [me] = await ctx.platform.db
    .select()
    .from(signingRecipients)
    .where(eq(signingRecipients.id, row.recipientId))
  if (!me) throw over()
  await noteOpened(ctx.platform, device)
  return { name: me.name, kind: row.kind, expires_at: link.expiresAt.toISOString() }
}

/**
 * Hands over what was drawn, once. @throws ApiProblem link_expired, invalid_request,
 * too_many_requests
 */
export async function drawOnDevice(ctx: Context, device: string, image: string): Promise<void> {
  const { row } = await waiting(ctx, device)
  const bytes = await imageBytesOf('signature', { picture: image })
  const taken = await ctx.platform.db
    .update(signingDevices)
    .set({ picture: bytes })
    .where(and(eq(signingDevices.recipientId, row.recipientId), isNull(signingDevices.picture)))
    .returning({ id: signingDevices.recipientId })
  if (taken.length === 0) throw over()
}
