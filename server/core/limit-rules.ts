import type { LimitRule } from '../platform.ts'
import { ApiProblem } from './api-problem.ts'
import type { Context } from './context.ts'

const MINUTE = 60
const HOUR = 3600

/**
 * What may be done only so often. Sign-ins count where they fail; each rule has its own count per
 * key: an account's name, a network address, or both.
 */
export const LIMIT_RULES = {
  /**
   * Of one account, from one address; then from everywhere; and from one address, under any name.
   */
  signInHere: { name: 'sign-in-here', points: 10, seconds: 15 * MINUTE },
  signInAccount: { name: 'sign-in-account', points: 50, seconds: HOUR },
  /**
   * After that, from where nobody has signed in to the account before: slowed down and not locked
   * out.
   */
  signInSlowed: { name: 'sign-in-slowed', points: 1, seconds: 30 },
  signInAddress: { name: 'sign-in-address', points: 100, seconds: 15 * MINUTE },
  /** A log that tells of each try that was not looked at would be the next thing to be flooded. */
  toldOfBlock: { name: 'told-of-block', points: 1, seconds: 15 * MINUTE },
  /** Second factors of one account: all kinds together. */
  confirm: { name: 'confirm', points: 10, seconds: 15 * MINUTE },
  signUpAddress: { name: 'sign-up', points: 20, seconds: HOUR },
  /** Mail and text messages that somebody makes us send. */
  sendAccount: { name: 'send-account', points: 10, seconds: HOUR },
  sendAddress: { name: 'send-address', points: 30, seconds: HOUR },
  resetEmail: { name: 'reset-email', points: 3, seconds: HOUR },
  /** Trying tokens. */
  tokenAddress: { name: 'token-address', points: 600, seconds: MINUTE },
  linkAddress: { name: 'link-address', points: 30, seconds: 15 * MINUTE },
  /**
   * Passwords of one link, from one address and from everywhere; codes that it sends; reports; and
   * its downloads told of.
   */
  shareHere: { name: 'share-here', points: 10, seconds: 15 * MINUTE },
  shareEverywhere: { name: 'share-everywhere', points: 200, seconds: HOUR },
  shareCode: { name: 'share-code', points: 5, seconds: HOUR },
  shareReport: { name: 'share-report', points: 5, seconds: HOUR },
  shareTold: { name: 'share-told', points: 20, seconds: HOUR },
  /**
   * Access codes of one recipient; codes sent to one; reminders to one; new devices and attachments
   * of one.
   */
  signingCode: { name: 'signing-code', points: 10, seconds: 15 * MINUTE },
  signingSend: { name: 'signing-send', points: 5, seconds: HOUR },
  signingRemind: { name: 'signing-remind', points: 3, seconds: HOUR },
  signingDevice: { name: 'signing-device', points: 30, seconds: HOUR },
  signingFile: { name: 'signing-file', points: 60, seconds: HOUR },
  /** Asking what is known of a file. */
  sealedAddress: { name: 'sealed-address', points: 60, seconds: MINUTE },
  /**
   * Paired phones, which ask again at each change; codes that were wrong; open sessions that are
   * asked about.
   */
  pairAddress: { name: 'pair-address', points: 1200, seconds: MINUTE },
  pairCode: { name: 'pair-code', points: 5, seconds: 15 * MINUTE },
  /** Looking for links. */
  shareAddress: { name: 'share-address', points: 600, seconds: MINUTE },
  providerAddress: { name: 'provider-address', points: 60, seconds: 15 * MINUTE },
  /**
   * Invitations and new members of one business; invitations to one address; files of members;
   * links that are opened.
   */
  inviteBusiness: { name: 'invite-business', points: 200, seconds: HOUR },
  inviteEmail: { name: 'invite-email', points: 5, seconds: HOUR },
  importBusiness: { name: 'import-business', points: 10, seconds: HOUR },
  invitationAddress: { name: 'invitation-address', points: 600, seconds: MINUTE },
  /** Tests of one owner's webhooks. */
  webhookTest: { name: 'webhook-test', points: 60, seconds: HOUR },
  /** Guesses at promo codes. */
  promoOwner: { name: 'promo-owner', points: 10, seconds: HOUR },
  promoAddress: { name: 'promo-address', points: 30, seconds: HOUR },
  /**
   * Engines at work for nothing: dry runs, sample files of one account, and checks of what saving a
   * PDF gives.
   */
  dryRun: { name: 'dry-run', points: 60, seconds: HOUR },
  sample: { name: 'sample', points: 12, seconds: HOUR },
  saveCheck: { name: 'save-check', points: 120, seconds: HOUR },
  /** New visitors, each with a free quota; and what those without an account send. */
  visitorAddress: { name: 'visitor-address', points: 30, seconds: HOUR },
  visitorUploads: { name: 'visitor-uploads', points: 300, seconds: HOUR },
} as const satisfies Record<string, LimitRule>

/** Refuses where nothing is left. */
function refuse(seconds: number): never {
  const wait = seconds < 90 ? `${Math.max(1, seconds)} seconds` : `${Math.ceil(seconds / 60)} minutes`
  throw new ApiProblem('too_many_requests', `Too many attempts. Wait ${wait}, then try again.`, {
    retry_after: Math.max(1, seconds),
  })
}

/** Takes one of a key's allowance. @throws ApiProblem too_many_requests */
export async function consumeOrThrow(ctx: Context, rule: LimitRule, key: string): Promise<void> {
  const { allowed, retryAfterSeconds } = await ctx.platform.limits.take(rule, key)
  if (!allowed) refuse(retryAfterSeconds)
}

type Counted = readonly (readonly [LimitRule, string])[]

/**
 * Takes one of each beforehand, so that many tries at once are no more than so many; whoever was
 * right is given theirs back.
 * @throws ApiProblem too_many_requests, `blocked` being told of it first, once a quarter of an hour
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

/** What was taken for something that turned out to be right. */
export async function refund({ platform }: Context, counted: Counted): Promise<void> {
  await Promise.all(counted.map(([rule, key]) => platform.limits.giveBack(rule, key)))
}
