import { createHash, randomInt, timingSafeEqual } from 'node:crypto'
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import { ApiProblem } from '../../core/api-problem.ts'
import type { Context } from '../../core/context.ts'
import { consumeOrThrow, LIMIT_RULES, refund, takeEach } from '../../core/limit-rules.ts'
import { type SigningRecipientRow, signingCodes } from '../../core/schema.ts'
import { appendRepeatedEvent, recipientActor } from '../../core/signing/locked-session.ts'
import { mailCode } from '../../core/signing/mails.ts'
import { type QueryContext, withTransaction } from '../../core/transaction.ts'
import { type Found, findLink, requireOpen, withLink } from './find-link.ts'

const CODE_MINUTES = 10
const CODE_TRIES = 5
const ACCESS_HOURS = 4
const ACCESS_COOKIE = 'signing pass'

/** What a pass is bound to: another code, another address or another link, and it opens nothing. */
const accessBinding = ({ id, generation, access, accessCodeHash, email }: SigningRecipientRow) =>
  createHash('sha256')
    .update(JSON.stringify([id, generation, access, accessCodeHash, email]))
    .digest('base64url')

/** What this browser has still to show: null where nothing is asked for, or it was shown. */
export function requiredChallenge(ctx: QueryContext, me: SigningRecipientRow): 'code' | 'email' | null {
  if (me.access === 'link') return null
  const given = ctx.shown.signing
  if (given) {
    try {
      const pass = JSON.parse(
        ctx.platform.secrets.open(Buffer.from(given, 'base64url'), ACCESS_COOKIE).toString('utf8'),
      )
      if (pass.lock === accessBinding(me) && pass.until > ctx.platform.clock().getTime()) return null
    } catch {}
  }
  return me.access
}

/** @throws ApiProblem signing_locked */
export function requireUnlocked(ctx: QueryContext, me: SigningRecipientRow): void {
  const locked = requiredChallenge(ctx, me)
  if (locked)
    throw new ApiProblem(
      'signing_locked',
      locked === 'code'
        ? 'Enter the access code that the sender gave you.'
        : 'Confirm your e-mail address first: request a code.',
    )
}

/**
 * Shows by a code who one is; this browser is known for some hours then. @throws ApiProblem
 * not_found, invalid_code, too_many_requests
 */
export async function openLink(ctx: Context, token: string, code: string): Promise<void> {
  const found = await findLink(ctx, token)
  const { me } = found
  if (me.access === 'link') return
  if (me.access === 'code') await checkAccessCode(ctx, me, code)
  else await takeEmailCode(ctx, me, code)
  issueAccessCookie(ctx, token, me)
  await withLink(ctx, token, (ctx, tx, locked, now) =>
    appendRepeatedEvent(ctx.platform, tx, locked, 'identified', recipientActor(ctx, now), {
      by: me.access === 'code' ? 'access code' : `code sent to ${me.email}`,
    }),
  )
}

function issueAccessCookie(ctx: Context, token: string, me: SigningRecipientRow) {
  const until = ctx.platform.clock().getTime() + ACCESS_HOURS * 3_600_000
  const pass = JSON.stringify({ lock: accessBinding(me), until })
  ctx.issued.signing = {
    token: ctx.platform.secrets.seal(Buffer.from(pass), ACCESS_COOKIE).toString('base64url'),
    expires: new Date(until),
    path: `/api/v1/pdf_handler/signing/sign/${token}/`,
  }
}

async function checkAccessCode(ctx: Context, me: SigningRecipientRow, code: string) {
  const counted = [[LIMIT_RULES.signingCode, me.id]] as const
  await takeEach(ctx, counted)
  if (await ctx.platform.passwords.verify(me.accessCodeHash, code)) return refund(ctx, counted)
  throw new ApiProblem('invalid_code', 'Wrong code. Ask the sender for it.')
}

const macOf = ({ platform }: QueryContext, { id, email }: SigningRecipientRow, code: string) =>
  platform.secrets.mac(`${id} ${email.toLowerCase()} ${code.replace(/\s/g, '')}`, 'signing code')

/**
 * Sends a code to a recipient's own address; the one before ends. @throws ApiProblem not_found,
 * signing_closed, signing_misfit, too_many_requests
 */
export async function sendCode(ctx: Context, token: string): Promise<void> {
  const { session, me }: Found = await findLink(ctx, token)
  if (session.state !== 'completed' && session.state !== 'sealing') requireOpen(ctx, session)
  if (me.access !== 'email') throw new ApiProblem('signing_misfit', 'This link does not use codes by e-mail.')
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
  throw new ApiProblem(
    'invalid_code',
    left > 0 ? 'Wrong code. Check the newest e-mail.' : 'This code has expired. Request a new one.',
    { attempts_left: left },
  )
}
