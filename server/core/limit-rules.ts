import type { LimitRule } from '../platform.ts'
import { ApiProblem } from './api-problem.ts'
import type { Context } from './context.ts'

const MINUTE = 60
const HOUR = 3600

/**
 * Rate limits. Only failed sign-ins count; each rule counts per key: a user name, a network
 * address, or both.
 */
export const LIMIT_RULES = {
  /** Per account and address; then per account; then per address, for any account. */
  signInHere: { name: 'sign-in-here', points: 10, seconds: 15 * MINUTE },
  signInAccount: { name: 'sign-in-account', points: 50, seconds: HOUR },
  /** Above that, new addresses are slowed down but not locked out. */
  signInSlowed: { name: 'sign-in-slowed', points: 1, seconds: 30 },
  signInAddress: { name: 'sign-in-address', points: 100, seconds: 15 * MINUTE },
  /** Limits entries about blocked attempts, which would flood the log. */
  toldOfBlock: { name: 'told-of-block', points: 1, seconds: 15 * MINUTE },
  /** All second factors of an account together. */
  confirm: { name: 'confirm', points: 10, seconds: 15 * MINUTE },
  signUpAddress: { name: 'sign-up', points: 20, seconds: HOUR },
  /** Mail and text messages that a caller triggers. */
  sendAccount: { name: 'send-account', points: 10, seconds: HOUR },
  sendAddress: { name: 'send-address', points: 30, seconds: HOUR },
  resetEmail: { name: 'reset-email', points: 3, seconds: HOUR },
  /** Guesses at tokens. */
  tokenAddress: { name: 'token-address', points: 600, seconds: MINUTE },
  linkAddress: { name: 'link-address', points: 30, seconds: 15 * MINUTE },
  /**
   * Passwords of one link, per address and in total; codes it sends; reports; and notifications of
   * its downloads.
   */
  shareHere: { name: 'share-here', points: 10, seconds: 15 * MINUTE },
  shareEverywhere: { name: 'share-everywhere', points: 200, seconds: HOUR },
  shareCode: { name: 'share-code', points: 5, seconds: HOUR },
  shareReport: { name: 'share-report', points: 5, seconds: HOUR },
  shareTold: { name: 'share-told', points: 20, seconds: HOUR },
  /** Per recipient: access codes, sent codes, reminders, and new devices and attachments. */
  signingCode: { name: 'signing-code', points: 10, seconds: 15 * MINUTE },
  signingSend: { name: 'signing-send', points: 5, seconds: HOUR },
  signingRemind: { name: 'signing-remind', points: 3, seconds: HOUR },
  signingDevice: { name: 'signing-device', points: 30, seconds: HOUR },
  signingFile: { name: 'signing-file', points: 60, seconds: HOUR },
  /** Lookups of sealed files. */
  sealedAddress: { name: 'sealed-address', points: 60, seconds: MINUTE },
  /** Paired phones, which send a request at each change; wrong codes; lookups of open sessions. */
  pairAddress: { name: 'pair-address', points: 1200, seconds: MINUTE },
  pairCode: { name: 'pair-code', points: 5, seconds: 15 * MINUTE },
  /** Lookups of links. */
  shareAddress: { name: 'share-address', points: 600, seconds: MINUTE },
  providerAddress: { name: 'provider-address', points: 60, seconds: 15 * MINUTE },
  /**
   * Invitations and new members per business; invitations per address; imports of members; opened
   * links.
   */
  inviteBusiness: { name: 'invite-business', points: 200, seconds: HOUR },
  inviteEmail: { name: 'invite-email', points: 5, seconds: HOUR },
  importBusiness: { name: 'import-business', points: 10, seconds: HOUR },
  invitationAddress: { name: 'invitation-address', points: 600, seconds: MINUTE },
  /** Webhook tests per owner. */
  webhookTest: { name: 'webhook-test', points: 60, seconds: HOUR },
  /** Guesses at promo codes. */
  promoOwner: { name: 'promo-owner', points: 10, seconds: HOUR },
  promoAddress: { name: 'promo-address', points: 30, seconds: HOUR },
  /** Free engine work: dry runs, sample files per account, and checks of PDF savings. */
  dryRun: { name: 'dry-run', points: 60, seconds: HOUR },
  sample: { name: 'sample', points: 12, seconds: HOUR },
  saveCheck: { name: 'save-check', points: 120, seconds: HOUR },
  /** New guests, each with a free quota; and uploads of guests. */
  visitorAddress: { name: 'visitor-address', points: 30, seconds: HOUR },
  visitorUploads: { name: 'visitor-uploads', points: 300, seconds: HOUR },
} as const satisfies Record<string, LimitRule>

/** Throws the problem with the remaining wait. */
function refuse(seconds: number): never {
  const wait = seconds < 90 ? `${Math.max(1, seconds)} seconds` : `${Math.ceil(seconds / 60)} minutes`
  throw new ApiProblem('too_many_requests', `Too many attempts. Wait ${wait}, then try again.`, {
    retry_after: Math.max(1, seconds),
  })
}

/** Consumes one point of a key. @throws ApiProblem too_many_requests */
export async function consumeOrThrow(ctx: Context, rule: LimitRule, key: string): Promise<void> {
  const { allowed, retryAfterSeconds } = await ctx.platform.limits.take(rule, key)
  if (!allowed) refuse(retryAfterSeconds)
}

type Counted = readonly (readonly [LimitRule, string])[]

/**
 * Consumes one point of each key in advance, so that concurrent attempts cannot exceed the limit;
 * `refund` returns them on success.
 * @throws ApiProblem too_many_requests; calls `blocked` first, at most once in 15 minutes
 */
export async function takeEach(ctx: Context, counted: Counted, blocked?: () => Promise<void>): Promise<void> {
  const { limits } = ctx.platform
  const verdicts = await Promise.all(counted.map(([rule, key]) => limits.take(rule, key)))
  const waits = verdicts.filter(({ allowed }) => !allowed).map(({ retryAfterSeconds }) => retryAfterSeconds)
  if (waits.length === 0) return
  const told = await limits.take(LIMIT_RULES.toldOfBlock, counted.map(([, key]) => key).join(' '))
  if (told.allowed) await blocked?.()
  refuse(Math.max(...waits))
}

/** Returns points after a successful attempt. */
export async function refund({ platform }: Context, counted: Counted): Promise<void> {
  await Promise.all(counted.map(([rule, key]) => platform.limits.giveBack(rule, key)))
}
