import { randomInt } from 'node:crypto'
import { and, eq, gt, isNull } from 'drizzle-orm'
import type { z } from 'zod'
import { type Paired, SCAN_LIMITS, type ScanPairing } from '../../../contract/scan.ts'
import { ApiProblem } from '../../core/api-problem.ts'
import { type Context, hashToken } from '../../core/context.ts'
import { addDeviceLink } from '../../core/device-links.ts'
import { consumeOrThrow, LIMIT_RULES } from '../../core/limit-rules.ts'
import { holdScan, isOver } from '../../core/scan/change.ts'
import { hasCamera, isThisMachine, reachableOrigins } from '../../core/scan/pairing-urls.ts'
import { scanSessions } from '../../core/schema.ts'
import { withTransaction } from '../../core/transaction.ts'
import { ownScan } from './find-scan.ts'

/** Crockford's base 32: no letter looks like a digit, and none makes words. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 8

const newCode = () => Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

/**
 * A code as it was meant: without what groups it, and letters that are taken for digits as those.
 */
const readCode = (typed: string) =>
  typed.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1')

/**
 * A further link for phones, and a new code; the code before stops working. @throws ApiProblem
 * not_found, scan_closed
 */
export async function newPairing(ctx: Context, id: string): Promise<z.input<typeof ScanPairing>> {
  const { session } = await ownScan(ctx, id)
  const code = newCode()
  const { token, codeExpiresAt } = await withTransaction(ctx, async ({ platform }, tx) => {
    const { expiresAt } = await holdScan(platform, tx, session.id)
    const codeExpiresAt = new Date(platform.clock().getTime() + SCAN_LIMITS.codeSeconds * 1000)
    await tx
      .update(scanSessions)
      .set({ codeHash: hashToken(code), codeExpiresAt })
      .where(eq(scanSessions.id, session.id))
    return { token: await addDeviceLink(tx, { scanSessionId: session.id }, expiresAt), codeExpiresAt }
  })
  const { settings } = ctx.platform
  const urls = reachableOrigins(settings, ctx.origin).map((origin) => `${origin}/scan#${token}`)
  const first = urls[0] as string
  return {
    code,
    code_expires_at: codeExpiresAt.toISOString(),
    pairing_token: token,
    pairing_url: first,
    pairing_urls: urls,
    is_reachable: !isThisMachine(first),
    has_camera: hasCamera(first),
  }
}

/** Takes a code, once. @throws ApiProblem not_found, too_many_requests */
export async function pairPhone(ctx: Context, typed: string): Promise<z.input<typeof Paired>> {
  await consumeOrThrow(ctx, LIMIT_RULES.pairCode, ctx.address)
  const token = await withTransaction(ctx, async ({ platform }, tx) => {
    const [session] = await tx
      .update(scanSessions)
      .set({ codeHash: null, codeExpiresAt: null })
      .where(
        and(
          eq(scanSessions.codeHash, hashToken(readCode(typed))),
          gt(scanSessions.codeExpiresAt, platform.clock()),
          isNull(scanSessions.endedAt),
        ),
      )
      .returning()
    if (!session || isOver(platform, session)) return null
    return addDeviceLink(tx, { scanSessionId: session.id }, session.expiresAt)
  })
  if (token) {
    await ctx.platform.limits.giveBack(LIMIT_RULES.pairCode, ctx.address)
    return { pairing_token: token }
  }
  throw new ApiProblem(
    'not_found',
    'Wrong or expired code. Check it, or show a new one: a code works once, for ten minutes.',
  )
}
