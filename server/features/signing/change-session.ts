import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { UpdateSigningJson } from '../../../contract/signing.ts'
import type { signingEndpoints } from '../../../contract/signing-endpoints.ts'
import { ApiProblem } from '../../core/api-problem.ts'
import type { Context } from '../../core/context.ts'
import { deleteObjects, leaveUnused } from '../../core/delete-objects.ts'
import { consumeOrThrow, LIMIT_RULES } from '../../core/limit-rules.ts'
import { type SigningRecipientRow, signingCodes, signingFiles, signingSessions } from '../../core/schema.ts'
import { applyEvent, change, changeRecipientRow } from '../../core/signing/apply-event.ts'
import { signingHash } from '../../core/signing/links.ts'
import type { LockedSession } from '../../core/signing/locked-session.ts'
import { mailReminder } from '../../core/signing/mails.ts'
import { findSession, recipientsOf } from '../../core/signing/present.ts'
import { beginSeal } from '../../core/signing/seal.ts'
import { checkAccess, checkDraft } from './check-draft.ts'
import { deadlineOf } from './deadline.ts'
import { hashCodes, partsOf, writePeople } from './people.ts'
import { withSession } from './send-session.ts'

type Json<N extends keyof typeof signingEndpoints> = z.output<
  (typeof signingEndpoints)[N] extends { json: infer J extends z.ZodType } ? J : never
>

/**
 * Changes a draft. @throws ApiProblem not_found, signing_misfit once it was sent, signing_changed,
 * invalid_request
 */
export async function updateSession(
  ctx: Context,
  id: string,
  json: z.output<typeof UpdateSigningJson>,
): Promise<void> {
  const hashed = json.recipients && (await hashCodes(ctx, json.recipients))
  await withSession(ctx, id, async (ctx, tx, locked) => {
    const { session } = locked
    if (session.state !== 'draft')
      throw new ApiProblem('signing_misfit', 'It was sent and can no longer be changed.')
    if (json.seen !== undefined && new Date(json.seen).getTime() !== session.updatedAt.getTime())
      throw new ApiProblem(
        'signing_changed',
        'This draft was changed elsewhere. Reload it to keep those changes.',
      )
    const people = hashed && partsOf(hashed, locked.recipients)
    const fields = json.fields ?? session.fields
    checkDraft({ recipients: people ?? locked.recipients, fields }, session)
    if (people) await writePeople(tx, locked, people)
    await change(ctx.platform, tx, locked, {
      fields,
      ...(json.title !== undefined && { title: json.title }),
      ...(json.message !== undefined && { message: json.message }),
      ...(json.show_signatures !== undefined && { showSignatures: json.show_signatures }),
      ...(json.deadline_at !== undefined && {
        deadlineAt: deadlineOf(ctx.platform.clock(), json.deadline_at),
      }),
      ...(json.reminders !== undefined && { reminders: json.reminders }),
    })
  })
}

/**
 * Removes a draft, or what is over, with everything that only it holds. @throws ApiProblem
 * not_found, signing_misfit
 */
export async function removeSession(ctx: Context, id: string): Promise<void> {
  const leaving = await withSession(ctx, id, async (_ctx, tx, { session }) => {
    if (session.state === 'open' || session.state === 'sealing')
      throw new ApiProblem('signing_misfit', 'It is still open. Void it first.')
    const files = await tx.delete(signingFiles).where(eq(signingFiles.sessionId, id)).returning()
    await tx.delete(signingSessions).where(eq(signingSessions.id, id))
    return leaveUnused(
      tx,
      files.map(({ objectKey }) => objectKey),
    )
  })
  await deleteObjects(ctx.platform, leaving)
}

/** Those who hold the matter up. */
const awaited = ({ role, state }: SigningRecipientRow) =>
  (role === 'signer' || role === 'approver') && (state === 'invited' || state === 'viewed')

/**
 * Reminds those whose turn it is, or one of them. @throws ApiProblem not_found, signing_misfit,
 * too_many_requests
 */
export async function remind(
  ctx: Context,
  id: string,
  { recipient_id }: Json<'remindSigning'>,
): Promise<void> {
  const isAsked = (one: SigningRecipientRow) =>
    awaited(one) && (recipient_id === null || one.id === recipient_id)
  // Limits need a connection of their own, so they are asked before the session is locked.
  await findSession(ctx, id)
  const counted = ((await recipientsOf(ctx, [id])).get(id) ?? []).filter(isAsked)
  for (const one of counted) await consumeOrThrow(ctx, LIMIT_RULES.signingRemind, one.id)
  await withSession(ctx, id, async (ctx, tx, locked, actor) => {
    const reminded = locked.recipients.filter(
      (one) => isAsked(one) && counted.some(({ id }) => id === one.id),
    )
    if (locked.session.state === 'open' && reminded.length === 0)
      throw new ApiProblem('signing_misfit', 'This recipient has already acted, or it is not their turn yet.')
    const names = reminded.map(({ name }) => name).join(', ')
    await applyEvent(
      ctx.platform,
      tx,
      locked,
      { kind: 'remind' },
      {
        event: 'reminded',
        actor,
        facts: { who: names },
      },
    )
    for (const one of reminded) {
      await changeRecipientRow(tx, one, { remindedAt: ctx.platform.clock() })
      await mailReminder(ctx.platform, tx, locked, one)
    }
  })
}

/** Sets a later deadline, or none. @throws ApiProblem not_found, signing_misfit, invalid_request */
export const extend = (ctx: Context, id: string, { deadline_at }: Json<'extendSigning'>) =>
  withSession(ctx, id, async (ctx, tx, locked, actor) => {
    const deadlineAt = deadlineOf(ctx.platform.clock(), deadline_at)
    await applyEvent(
      ctx.platform,
      tx,
      locked,
      { kind: 'extend' },
      {
        event: 'extended',
        actor,
        facts: { until: deadlineAt?.toISOString() ?? 'without end' },
      },
    )
    await change(ctx.platform, tx, locked, { deadlineAt })
  })

/**
 * Calls a session off; one that all have signed only where its result cannot be made. @throws
 * ApiProblem not_found, signing_misfit
 */
export const voidSession = (ctx: Context, id: string, { reason }: Json<'voidSigning'>) =>
  withSession(ctx, id, async (ctx, tx, locked, actor) => {
    if (locked.session.state === 'sealing' && locked.session.problem === null)
      throw new ApiProblem('signing_misfit', 'All recipients have signed, and the document is being sealed.')
    await applyEvent(
      ctx.platform,
      tx,
      locked,
      { kind: 'void' },
      {
        event: 'voided',
        actor,
        facts: reason ? { reason } : {},
        about: { name: '', reason },
      },
    )
    await change(ctx.platform, tx, locked, { voidReason: reason })
  })

/**
 * Puts somebody else in a recipient's place; the old link is dead. @throws ApiProblem not_found,
 * signing_misfit, invalid_request
 */
export async function changeRecipient(
  ctx: Context,
  id: string,
  recipientId: string,
  json: Json<'changeRecipient'>,
): Promise<void> {
  const { access, access_code } = json
  const newHash = access_code === undefined ? null : await ctx.platform.passwords.hash(access_code)
  await withSession(ctx, id, async (ctx, tx, locked, actor) => {
    const one = locked.recipients.find((recipient) => recipient.id === recipientId)
    if (!one) throw new ApiProblem('not_found', 'This recipient is not part of the signature request.')
    const known = new Set(one.accessCodeHash ? [one.id] : [])
    checkAccess(
      [{ ...json, id: one.id, role: one.role, group: one.group, may_delegate: one.mayDelegate }],
      known,
    )
    const before = `${one.name} <${one.email}>`
    const next = { ...one, generation: one.generation + 1 }
    await changeRecipientRow(tx, one, {
      name: json.name,
      email: json.email,
      message: json.message,
      access,
      accessCodeHash: access === 'code' ? (newHash ?? one.accessCodeHash) : null,
      generation: next.generation,
      tokenHash: signingHash(ctx.platform, next),
      viewedAt: null,
      consentedAt: null,
      address: null,
      userAgent: null,
    })
    await tx.delete(signingCodes).where(eq(signingCodes.recipientId, one.id))
    await applyEvent(
      ctx.platform,
      tx,
      locked,
      { kind: 'replace', participant: one.id, with: one.id },
      {
        event: 'recipient_changed',
        actor: { ...actor, recipientId: one.id },
        facts: { before, after: `${one.name} <${one.email}>` },
      },
    )
  })
}

/** Tries again to make the result. @throws ApiProblem not_found, signing_misfit */
export const sealAgain = (ctx: Context, id: string) =>
  withSession(ctx, id, async (ctx, tx, locked: LockedSession) => {
    if (locked.session.state !== 'sealing' || locked.session.sealRun !== null)
      throw new ApiProblem('signing_misfit', 'The document is being sealed, or is completed.')
    await beginSeal(ctx.platform, tx, locked)
  })
