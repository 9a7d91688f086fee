import { and, eq, gt, isNull } from 'drizzle-orm'
import type { z } from 'zod'
import type { DeviceDrawing, DeviceView, SigningDevice } from '../../../contract/signing-public.ts'
import { type Context, hashToken, newToken } from '../../core/context.ts'
import { LIMIT_RULES, takeOrRefuse } from '../../core/limit-rules.ts'
import { Refusal } from '../../core/refusal.ts'
import { signingDevices, signingRecipients } from '../../core/schema.ts'
import { findLink, requireOpen } from './find-link.ts'
import { requireUnlocked } from './gate.ts'
import { pictureOf } from './pictures.ts'

const MINUTES = 10

/** An address at which another device draws a signature; the one before ends. @throws Refusal not_found, signing_closed, signing_locked, signing_misfit, too_many_requests */
export async function beginDrawing(
  ctx: Context,
  token: string,
  kind: 'signature' | 'initials',
): Promise<z.input<typeof SigningDevice>> {
  const { session, me } = await findLink(ctx, token)
  requireUnlocked(ctx, me)
  requireOpen(ctx, session)
  if (me.state !== 'invited' && me.state !== 'viewed')
    throw new Refusal('signing_misfit', 'There is nothing for you to sign now.')
  await takeOrRefuse(ctx, LIMIT_RULES.signingDevice, me.id)
  const { db, clock, settings } = ctx.platform
  const given = newToken()
  const expiresAt = new Date(clock().getTime() + MINUTES * 60_000)
  const row = { tokenHash: hashToken(given), kind, openedAt: null, picture: null, expiresAt }
  await db
    .insert(signingDevices)
    .values({ recipientId: me.id, ...row })
    .onConflictDoUpdate({ target: signingDevices.recipientId, set: row })
  // Where people reach us, and not where this request says: another device is to open it.
  const origin = settings.publicUrl ?? ctx.origin
  return { url: `${origin}/sign/device/${given}`, expires_at: expiresAt.toISOString() }
}

/** What the other device has drawn, if it has. @throws Refusal not_found, signing_closed, signing_locked, link_expired */
export async function getDrawing(ctx: Context, token: string): Promise<z.input<typeof DeviceDrawing>> {
  const { session, me } = await findLink(ctx, token)
  requireUnlocked(ctx, me)
  requireOpen(ctx, session)
  const { db, clock } = ctx.platform
  const [row] = await db
    .select()
    .from(signingDevices)
    .where(and(eq(signingDevices.recipientId, me.id), gt(signingDevices.expiresAt, clock())))
  if (!row) throw over()
  return {
    connected: row.openedAt !== null,
    picture: row.picture?.toString('base64') ?? null,
    expires_at: row.expiresAt.toISOString(),
  }
}

const over = () =>
  new Refusal('link_expired', 'This address is over. Show a new code on the device on which you read.')

const waiting = ({ platform }: Context, device: string) =>
  and(
    eq(signingDevices.tokenHash, hashToken(device)),
    gt(signingDevices.expiresAt, platform.clock()),
    isNull(signingDevices.picture),
  )

/** Whose signature it is to draw; that the device is there is told to the other. @throws Refusal link_expired, too_many_requests */
export async function viewDevice(ctx: Context, device: string): Promise<z.input<typeof DeviceView>> {
  await takeOrRefuse(ctx, LIMIT_RULES.shareAddress, ctx.address)
  const { db, clock } = ctx.platform
  const [row] = await db
    .update(signingDevices)
    .set({ openedAt: clock() })
    .where(waiting(ctx, device))
    .returning()
  const [me] = row
    ? await db.select().from(signingRecipients).where(eq(signingRecipients.id, row.recipientId))
    : []
  if (!row || !me) throw over()
  return { name: me.name, kind: row.kind, expires_at: row.expiresAt.toISOString() }
}

/** Hands over what was drawn, once. @throws Refusal link_expired, invalid_request, too_many_requests */
export async function drawOnDevice(ctx: Context, device: string, picture: string): Promise<void> {
  await takeOrRefuse(ctx, LIMIT_RULES.shareAddress, ctx.address)
  const bytes = await pictureOf('signature', { picture })
  const taken = await ctx.platform.db
    .update(signingDevices)
    .set({ picture: bytes })
    .where(waiting(ctx, device))
    .returning({ id: signingDevices.recipientId })
  if (taken.length === 0) throw over()
}
