import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { DeclineJson, DelegateJson, SignatureMark, SignJson } from '../../../contract/signing-public.ts'
import { ApiProblem } from '../../core/api-problem.ts'
import type { Context } from '../../core/context.ts'
import { deviceOf } from '../../core/device-name.ts'
import {
  type SigningRecipientRow,
  type StoredMark,
  signingFiles,
  signingRecipients,
} from '../../core/schema.ts'
import { applyEvent, change, changeRecipientRow } from '../../core/signing/apply-event.ts'
import { signingHash } from '../../core/signing/links.ts'
import { appendAuditEvent, type LockedSession, recipientActor } from '../../core/signing/locked-session.ts'
import { mailDelegated } from '../../core/signing/mails.ts'
import { beginSeal } from '../../core/signing/seal.ts'
import type { TransactionContext } from '../../core/transaction.ts'
import type { Transaction } from '../../platform.ts'
import { requireUnlocked } from './access-gate.ts'
import { checkValues } from './check-values.ts'
import { findLink, requireOpen, withLink } from './find-link.ts'
import { imageBytesOf, keepImage, type SignatureImage, storeImage } from './signature-images.ts'

/**
 * Signs, or approves: values, signature and consent are written down in one transaction that holds
 * the session, so that a double click, a retry or a crash signs once or not at all. Whoever has
 * signed already and sends it again is answered as before. The last one begins the seal.
 * @throws ApiProblem not_found, signing_closed, signing_locked, signing_misfit, signing_incomplete,
 * invalid_request
 */
export async function sign(ctx: Context, token: string, json: z.output<typeof SignJson>): Promise<void> {
  const { session, me: mine } = await findLink(ctx, token)
  requireUnlocked(ctx, mine)
  // A retry whose answer was lost is no mistake.
  if (mine.state === 'done') return
  requireOpen(ctx, session)
  const marks = {
    signature: json.signature && (await imageBytesOf('signature', json.signature)),
    initials: json.initials && (await imageBytesOf('initials', json.initials)),
  }
  const take = async (bytes: Buffer | null) => bytes && (await storeImage(ctx, session.ownerId, bytes))
  const images = { signature: await take(marks.signature), initials: await take(marks.initials) }
  let used = false
  try {
    await withLink(ctx, token, async (ctx, tx, locked, me) => {
      requireUnlocked(ctx, me)
      if (me.state === 'done') return
      requireOpen(ctx, locked.session)
      await signHeld(ctx, tx, locked, me, json, images)
      used = true
    })
  } finally {
    if (!used) for (const image of Object.values(images)) await image?.giveUp()
  }
}

async function signHeld(
  ctx: TransactionContext,
  tx: Transaction,
  locked: LockedSession,
  me: SigningRecipientRow,
  json: z.output<typeof SignJson>,
  images: { signature: SignatureImage | null; initials: SignatureImage | null },
) {
  const { platform } = ctx
  const now = platform.clock()
  const values = checkValues(locked.session.fields, me, {
    values: json.values,
    attached: await attachedBy(tx, me),
    signature: json.signature !== null,
    initials: json.initials !== null,
    today: now.toISOString().slice(0, 10),
  })
  const actor = recipientActor(ctx, me)
  const markOf = async (
    kind: 'signature' | 'initials',
    mark: SignatureMark | null,
  ): Promise<StoredMark | null> => {
    const image = images[kind]
    if (!mark || !image) return null
    await keepImage(platform, tx, locked.session.id, me.id, kind, image)
    return { how: mark.how, text: mark.text, key: image.key }
  }
  const signature = await markOf('signature', json.signature)
  const initials = await markOf('initials', json.initials)
  await changeRecipientRow(tx, me, {
    values,
    signature,
    initials,
    consentedAt: now,
    address: ctx.address,
    userAgent: deviceOf(ctx.userAgent).name,
    ...(me.viewedAt === null && { viewedAt: now }),
  })
  const filled = Object.keys(values).length
  if (filled > 0) await appendAuditEvent(platform, tx, locked, 'filled', actor, { fields: String(filled) })
  await appendAuditEvent(platform, tx, locked, 'consented', actor)
  const { seal } = await applyEvent(
    platform,
    tx,
    locked,
    { kind: 'act', participant: me.id },
    {
      event: 'acted',
      actor,
      facts: {
        as: me.role,
        fields: String(filled),
        ...(json.signature && { signature: json.signature.how }),
        ...(images.signature && { picture: images.signature.sha256 }),
      },
    },
  )
  if (seal) await beginSeal(platform, tx, locked)
}

async function attachedBy(tx: Transaction, me: SigningRecipientRow): Promise<Map<string, string>> {
  const files = await tx.select().from(signingFiles).where(eq(signingFiles.recipientId, me.id))
  return new Map(
    files.flatMap(({ id, kind, fieldId }) =>
      kind === 'attachment' && fieldId ? [[id, fieldId] as const] : [],
    ),
  )
}

/** Declines, which ends it for everybody. @throws ApiProblem as `sign` */
export const decline = (ctx: Context, token: string, { reason }: z.output<typeof DeclineJson>) =>
  withLink(ctx, token, async (ctx, tx, locked, me) => {
    requireUnlocked(ctx, me)
    if (me.state === 'declined') return
    requireOpen(ctx, locked.session)
    await changeRecipientRow(tx, me, { declineReason: reason, address: ctx.address })
    await applyEvent(
      ctx.platform,
      tx,
      locked,
      { kind: 'decline', participant: me.id },
      {
        event: 'declined',
        actor: recipientActor(ctx, me),
        facts: reason ? { reason } : {},
        about: { name: me.name, reason },
      },
    )
  })

/**
 * Lets somebody else act in one's place, who gets a link of their own and the fields. @throws
 * ApiProblem as `sign`
 */
export const delegate = (
  ctx: Context,
  token: string,
  { name, email, reason }: z.output<typeof DelegateJson>,
) =>
  withLink(ctx, token, async (ctx, tx, locked, me) => {
    requireUnlocked(ctx, me)
    if (me.state === 'delegated') return
    requireOpen(ctx, locked.session)
    if (!me.mayDelegate)
      throw new ApiProblem('signing_misfit', 'The sender does not allow delegation. Ask them to change it.')
    const delegate = await addDelegate(ctx, tx, locked, me, { name, email })
    // Whose fields these were, theirs they are.
    const fields = locked.session.fields.map((field) =>
      field.recipient_id === me.id ? { ...field, recipient_id: delegate.id } : field,
    )
    await change(ctx.platform, tx, locked, { fields })
    await applyEvent(
      ctx.platform,
      tx,
      locked,
      { kind: 'delegate', participant: me.id, to: delegate.id },
      {
        event: 'delegated',
        actor: recipientActor(ctx, me),
        facts: { to: `${name} <${email}>`, ...(reason && { reason }) },
      },
    )
    await mailDelegated(ctx.platform, tx, locked, me, { name, email })
  })

async function addDelegate(
  { platform }: TransactionContext,
  tx: Transaction,
  locked: LockedSession,
  me: SigningRecipientRow,
  who: { name: string; email: string },
): Promise<SigningRecipientRow> {
  const id = randomUUID()
  const position = 1 + Math.max(...locked.recipients.map((one) => one.position))
  // An access code was told to somebody else; whoever comes in their place shows that the address
  // is theirs.
  const access = me.access === 'link' ? 'link' : 'email'
  const [delegate] = await tx
    .insert(signingRecipients)
    .values({
      id,
      sessionId: locked.session.id,
      position,
      ...who,
      role: me.role,
      group: me.group,
      access,
      message: me.message,
      tokenHash: signingHash(platform, { id, generation: 0 }),
      delegatedFrom: me.id,
    })
    .returning()
  if (!delegate) throw new Error('the delegate that was just stored is gone')
  locked.recipients.push(delegate)
  return delegate
}
