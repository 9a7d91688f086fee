import { createHash, randomInt, timingSafeEqual } from 'node:crypto'
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { OpenShareJson } from '../../../contract/shares.ts'
import { ApiProblem } from '../../core/api-problem.ts'
import type { Context } from '../../core/context.ts'
import { LIMIT_RULES, refund, takeEach } from '../../core/limit-rules.ts'
import { mail } from '../../core/mail-text.ts'
import { type ShareRow, shareCodes } from '../../core/schema.ts'
import { sendMessage } from '../../core/send-message.ts'
import { type QueryContext, withTransaction } from '../../core/transaction.ts'
import type { OpenShare } from './find-public.ts'
import { fromOf } from './public-view.ts'
import { logEvent } from './share-events.ts'

const CODE_MINUTES = 10
const CODE_TRIES = 5
const PASS_MINUTES = 15
const PASS = 'share pass'

/** Who came through a link's locks, as far as they said. */
export interface Visitor {
  email: string | null
  emailConfirmed: boolean
}
const STRANGER: Visitor = { email: null, emailConfirmed: false }

type ShareCredentials = z.output<typeof OpenShareJson>

export const isLocked = ({ passwordHash, emailGate }: ShareRow) =>
  passwordHash !== null || emailGate !== 'none'

/**
 * What a pass is bound to: another password, another gate or another address, and it opens nothing.
 */
const lockOf = ({ id, generation, passwordHash, emailGate }: ShareRow) =>
  createHash('sha256')
    .update(JSON.stringify([id, generation, passwordHash, emailGate]))
    .digest('base64url')

/**
 * Whoever may look: the pass of a browser that has opened the link, or anybody where nothing is
 * locked. Null: nobody yet.
 */
export function shownPass(ctx: Context, { share }: OpenShare): Visitor | null {
  if (!isLocked(share)) return STRANGER
  const given = ctx.shown.share
  if (!given) return null
  try {
    const pass = JSON.parse(ctx.platform.secrets.open(Buffer.from(given, 'base64url'), PASS).toString('utf8'))
    if (pass.lock !== lockOf(share) || !(pass.until > ctx.platform.clock().getTime())) return null
    return { email: pass.email, emailConfirmed: pass.emailConfirmed }
  } catch {
    return null
  }
}

/** Lets this browser look and download for a while. */
export function givePass(ctx: Context, token: string, { share }: OpenShare, visitor: Visitor) {
  const until = ctx.platform.clock().getTime() + PASS_MINUTES * 60_000
  const pass = JSON.stringify({ lock: lockOf(share), until, ...visitor })
  ctx.issued.share = {
    token: ctx.platform.secrets.seal(Buffer.from(pass), PASS).toString('base64url'),
    expires: new Date(until),
    path: `/api/v1/user/shares/public/${token}/`,
  }
}

/**
 * Asks for what the link asks for, where no pass is shown.
 * @throws ApiProblem share_locked where something is missing, share_password_wrong, invalid_code,
 * too_many_requests
 */
export async function requireUnlocked(
  ctx: Context,
  found: OpenShare,
  given: ShareCredentials,
): Promise<Visitor> {
  const pass = shownPass(ctx, found)
  if (pass) return pass
  const { share } = found
  await checkPassword(ctx, share, given.password)
  if (share.emailGate === 'none') return STRANGER
  if (given.email === undefined) throw locked(share, 'This link asks for your e-mail address.')
  if (share.emailGate === 'ask') return { email: given.email, emailConfirmed: false }
  if (given.code === undefined)
    throw locked(share, 'This link asks for the code that was sent to your e-mail address.')
  await takeCode(ctx, share, given.email, given.code)
  return { email: given.email, emailConfirmed: true }
}

const locked = ({ passwordHash, emailGate }: ShareRow, detail: string) =>
  new ApiProblem('share_locked', detail, { requires_password: passwordHash !== null, email_gate: emailGate })

async function checkPassword(ctx: Context, share: ShareRow, password: string | undefined) {
  if (share.passwordHash === null) return
  if (password === undefined) throw locked(share, 'This link asks for a password.')
  const counted = [
    [LIMIT_RULES.shareHere, `${share.id} ${ctx.address}`],
    [LIMIT_RULES.shareEverywhere, share.id],
  ] as const
  await takeEach(ctx, counted)
  if (await ctx.platform.passwords.verify(share.passwordHash, password)) return refund(ctx, counted)
  await logEvent(ctx, ctx.platform.db, share.id, 'password_wrong', STRANGER)
  throw new ApiProblem('share_password_wrong', 'Wrong password. Try again.')
}

const emailKey = (email: string) => email.trim().toLowerCase()
const macOf = ({ platform }: QueryContext, id: string, email: string, code: string) =>
  platform.secrets.mac(`${id} ${emailKey(email)} ${code.replace(/\s/g, '')}`, 'share code')

/**
 * Sends a code to an address that somebody says is theirs; the one before ends.
 * @throws ApiProblem share_locked and share_password_wrong, since a password comes first;
 * too_many_requests
 */
export async function sendShareCode(
  ctx: Context,
  found: OpenShare,
  { email, password }: { email: string; password?: string | undefined },
): Promise<void> {
  const { share } = found
  const { platform } = ctx
  if (share.emailGate !== 'confirm') throw locked(share, 'This link does not use codes.')
  await checkPassword(ctx, share, password)
  await takeEach(ctx, [
    [LIMIT_RULES.shareCode, `${share.id} ${emailKey(email)}`],
    [LIMIT_RULES.sendAddress, ctx.address],
  ])
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const codeMac = macOf(ctx, share.id, email, code)
  const expiresAt = new Date(platform.clock().getTime() + CODE_MINUTES * 60_000)
  await withTransaction(ctx, async (_ctx, tx) => {
    await tx
      .insert(shareCodes)
      .values({ shareId: share.id, emailKey: emailKey(email), codeMac, expiresAt })
      .onConflictDoUpdate({
        target: [shareCodes.shareId, shareCodes.emailKey],
        set: { codeMac, expiresAt, tries: 0 },
      })
    await sendMessage(platform, tx, {
      userId: null,
      message: {
        kind: 'mail',
        to: email,
        ...mail({
          subject: `${code} opens the file`,
          code,
          lines: [
            `Enter this code to open a file that ${fromOf(found).name} shared with you. It works once and expires in ${CODE_MINUTES} minutes.`,
            'If you didn’t request it, ignore this e-mail. Without the code nobody can open the file in your name.',
          ],
        }),
      },
    })
  })
}

async function takeCode(ctx: Context, share: ShareRow, email: string, code: string) {
  const { clock } = ctx.platform
  const here = and(eq(shareCodes.shareId, share.id), eq(shareCodes.emailKey, emailKey(email)))
  const right = await withTransaction(ctx, async (ctx, tx) => {
    // A try is counted before it is looked at: many at once are no more than so many.
    const [sent] = await tx
      .update(shareCodes)
      .set({ tries: sql`tries + 1` })
      .where(and(here, gt(shareCodes.expiresAt, clock()), lt(shareCodes.tries, CODE_TRIES)))
      .returning()
    if (!sent) return { ok: false, left: 0 }
    if (!timingSafeEqual(sent.codeMac, macOf(ctx, share.id, email, code)))
      return { ok: false, left: CODE_TRIES - sent.tries }
    await tx.delete(shareCodes).where(here)
    return { ok: true, left: 0 }
  })
  if (right.ok) return
  throw new ApiProblem(
    'invalid_code',
    right.left > 0 ? 'Wrong code. Check the newest e-mail.' : 'This code has expired. Request a new one.',
    { attempts_left: right.left },
  )
}
