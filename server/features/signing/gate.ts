import { createHash, randomInt, timingSafeEqual } from 'node:crypto'
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import type { Context } from '../../core/context.ts'
import { refund, LIMIT_RULES, takeEach, consumeOrThrow } from '../../core/limit-rules.ts'
import { Refusal } from '../../core/refusal.ts'
import { type SigningRecipientRow, signingCodes } from '../../core/schema.ts'
import { byRecipient, noteRepeated } from '../../core/signing/hold.ts'
import { mailCode } from '../../core/signing/mails.ts'
import { type QueryContext, withTransaction } from '../../core/transaction.ts'
import { type Found, findLink, requireOpen, withLink } from './find-link.ts'

const CODE_MINUTES = 10
const CODE_TRIES = 5
const PASS_HOURS = 4
const PASS = 'signing pass'

/** What a pass is bound to: another code, another address or another link, and it opens nothing. */
const lockOf = ({ id, generation, access, accessCodeHash, email }: SigningRecipientRow) =>
  createHash('sha256')
    .update(JSON.stringify([id, generation, access, accessCodeHash, email]))
    .digest('base64url')

/** What this browser has still to show: null where nothing is asked for, or it was shown. */
export function lockedBy(ctx: QueryContext, me: SigningRecipientRow): 'code' | 'email' | null {
  if (me.access === 'link') return null
  const given = ctx.shown.signing
  if (given) {
    try {
      const pass = JSON.parse(
        ctx.platform.secrets.open(Buffer.from(given, 'base64url'), PASS).toString('utf8'),
      )
      if (pass.lock === lockOf(me) && pass.until > ctx.platform.clock().getTime()) return null
    } catch {}
  }
  return me.access
}

/** @throws Refusal signing_locked */
export function requireUnlocked(ctx: QueryContext, me: SigningRecipientRow): void {
  const locked = lockedBy(ctx, me)
  if (locked)
    throw new Refusal(
      'signing_locked',
      locked === 'code'
        ? 'Enter the access code that the sender gave you.'
        : 'Confirm your e-mail address first: request a code.',
    )
}

/** Shows by a code who one is; this browser is known for some hours then. @throws Refusal not_found, invalid_code, too_many_requests */
export async function openLink(ctx: Context, token: string, code: string): Promise<void> {
  const found = await findLink(ctx, token)
  const { me } = found
  if (me.access === 'link') return
  if (me.access === 'code') await checkAccessCode(ctx, me, code)
  else await takeEmailCode(ctx, me, code)
  givePass(ctx, token, me)
  await withLink(ctx, token, (ctx, tx, held, now) =>
    noteRepeated(ctx.platform, tx, held, 'identified', byRecipient(ctx, now), {
      by: me.access === 'code' ? 'access code' : `code sent to ${me.email}`,
    }),
  )
}

function givePass(ctx: Context, token: string, me: SigningRecipientRow) {
  const until = ctx.platform.clock().getTime() + PASS_HOURS * 3_600_000
  const pass = JSON.stringify({ lock: lockOf(me), until })
  ctx.issued.signing = {
    token: ctx.platform.secrets.seal(Buffer.from(pass), PASS).toString('base64url'),
    expires: new Date(until),
    path: `/api/v1/pdf_handler/signing/sign/${token}/`,
  }
}

async function checkAccessCode(ctx: Context, me: SigningRecipientRow, code: string) {
  const counted = [[LIMIT_RULES.signingCode, me.id]] as const
  await takeEach(ctx, counted)
  if (await ctx.platform.passwords.verify(me.accessCodeHash, code)) return refund(ctx, counted)
  throw new Refusal('invalid_code', 'Wrong code. Ask the sender for it.')
}

const macOf = ({ platform }: QueryContext, { id, email }: SigningRecipientRow, code: string) =>
  platform.secrets.mac(`${id} ${email.toLowerCase()} ${code.replace(/\s/g, '')}`, 'signing code')

/** Sends a code to a recipient's own address; the one before ends. @throws Refusal not_found, signing_closed, signing_misfit, too_many_requests */
export async function sendCode(ctx: Context, token: string): Promise<void> {
  const { session, me }: Found = await findLink(ctx, token)
  if (session.state !== 'completed' && session.state !== 'sealing') requireOpen(ctx, session)
  if (me.access !== 'email') throw new Refusal('signing_misfit', 'This link does not use codes by e-mail.')
  await consumeOrThrow(ctx, LIMIT_RULES.signingSend, me.id)
  await consumeOrThrow(ctx, LIMIT_RULES.sendAddress, ctx.address)
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const { platform } = ctx
  const kept = {
    codeMac: macOf(ctx, me, code),
    tries: 0,
    expiresAt: new Date(platform.clock().getTime() + CODE_MINUTES * 60_000),
  }
  await withTransaction(ctx, async (_ctx, tx) => {
    await tx
      .insert(signingCodes)
      .values({ recipientId: me.id, ...kept })
      .onConflictDoUpdate({ target: signingCodes.recipientId, set: kept })
    await mailCode(platform, tx, me, code, CODE_MINUTES)
  })
}

async function takeEmailCode(ctx: Context, me: SigningRecipientRow, code: string) {
  const { clock } = ctx.platform
  const here = eq(signingCodes.recipientId, me.id)
  const { ok, left } = await withTransaction(ctx, async (ctx, tx) => {
    // A try is counted before it is looked at: many at once are no more than so many.
    const [sent] = await tx
      .update(signingCodes)
      .set({ tries: sql`tries + 1` })
      .where(and(here, gt(signingCodes.expiresAt, clock()), lt(signingCodes.tries, CODE_TRIES)))
      .returning()
    if (!sent) return { ok: false, left: 0 }
    if (!timingSafeEqual(sent.codeMac, macOf(ctx, me, code)))
      return { ok: false, left: CODE_TRIES - sent.tries }
    await tx.delete(signingCodes).where(here)
    return { ok: true, left: 0 }
  })
  if (ok) return
  throw new Refusal(
    'invalid_code',
    left > 0 ? 'Wrong code. Check the newest e-mail.' : 'This code has expired. Request a new one.',
    { attempts_left: left },
  )
}
