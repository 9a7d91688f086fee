import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { DeclineJson, DelegateJson, SignatureMark, SignJson } from '../../../contract/signing-public.ts'
import type { Context } from '../../core/context.ts'
import { deviceOf } from '../../core/device-name.ts'
import { Refusal } from '../../core/refusal.ts'
import {
  type KeptMark,
  type SigningRecipientRow,
  signingFiles,
  signingRecipients,
} from '../../core/schema.ts'
import { advance, change, changeRecipientRow } from '../../core/signing/advance.ts'
import { byRecipient, type Held, note } from '../../core/signing/hold.ts'
import { signingHash } from '../../core/signing/links.ts'
import { mailDelegated } from '../../core/signing/mails.ts'
import { beginSeal } from '../../core/signing/seal.ts'
import type { TransactionContext } from '../../core/transaction.ts'
import type { Transaction } from '../../platform.ts'
import { checkValues } from './check-values.ts'
import { findLink, requireOpen, withLink } from './find-link.ts'
import { requireUnlocked } from './gate.ts'
import { keepPicture, type Picture, pictureOf, takePicture } from './pictures.ts'

/**
 * Signs, or approves: values, signature and consent are written down in one transaction that holds the session, so that a
 * double click, a retry or a crash signs once or not at all. Whoever has signed already and sends it again is answered as
 * before. The last one begins the seal.
 * @throws Refusal not_found, signing_closed, signing_locked, signing_misfit, signing_incomplete, invalid_request
 */
export async function sign(ctx: Context, token: string, json: z.output<typeof SignJson>): Promise<void> {
  const { session, me: mine } = await findLink(ctx, token)
  requireUnlocked(ctx, mine)
  // A retry whose answer was lost is no mistake.
  if (mine.state === 'done') return
  requireOpen(ctx, session)
  const marks = {
    signature: json.signature && (await pictureOf('signature', json.signature)),
    initials: json.initials && (await pictureOf('initials', json.initials)),
  }
  const take = async (bytes: Buffer | null) => bytes && (await takePicture(ctx, session.ownerId, bytes))
  const pictures = { signature: await take(marks.signature), initials: await take(marks.initials) }
  let used = false
  try {
    await withLink(ctx, token, async (ctx, tx, held, me) => {
      requireUnlocked(ctx, me)
      if (me.state === 'done') return
      requireOpen(ctx, held.session)
      await signHeld(ctx, tx, held, me, json, pictures)
      used = true
    })
  } finally {
    if (!used) for (const picture of Object.values(pictures)) await picture?.giveUp()
  }
}

async function signHeld(
  ctx: TransactionContext,
  tx: Transaction,
  held: Held,
  me: SigningRecipientRow,
  json: z.output<typeof SignJson>,
  pictures: { signature: Picture | null; initials: Picture | null },
) {
  const { platform } = ctx
  const now = platform.clock()
  const values = checkValues(held.session.fields, me, {
    values: json.values,
    attached: await attachedBy(tx, me),
    signature: json.signature !== null,
    initials: json.initials !== null,
    today: now.toISOString().slice(0, 10),
  })
  const doer = byRecipient(ctx, me)
  const markOf = async (
    kind: 'signature' | 'initials',
    mark: SignatureMark | null,
  ): Promise<KeptMark | null> => {
    const picture = pictures[kind]
    if (!mark || !picture) return null
    await keepPicture(platform, tx, held.session.id, me.id, kind, picture)
    return { how: mark.how, text: mark.text, key: picture.key }
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
  if (filled > 0) await note(platform, tx, held, 'filled', doer, { fields: String(filled) })
  await note(platform, tx, held, 'consented', doer)
  const { seal } = await advance(
    platform,
    tx,
    held,
    { kind: 'act', party: me.id },
    {
      event: 'acted',
      doer,
      facts: {
        as: me.role,
        fields: String(filled),
        ...(json.signature && { signature: json.signature.how }),
        ...(pictures.signature && { picture: pictures.signature.sha256 }),
      },
    },
  )
  if (seal) await beginSeal(platform, tx, held)
}

async function attachedBy(tx: Transaction, me: SigningRecipientRow): Promise<Map<string, string>> {
  const files = await tx.select().from(signingFiles).where(eq(signingFiles.recipientId, me.id))
  return new Map(
    files.flatMap(({ id, kind, fieldId }) =>
      kind === 'attachment' && fieldId ? [[id, fieldId] as const] : [],
    ),
  )
}

/** Declines, which ends it for everybody. @throws Refusal as `sign` */
export const decline = (ctx: Context, token: string, { reason }: z.output<typeof DeclineJson>) =>
  withLink(ctx, token, async (ctx, tx, held, me) => {
    requireUnlocked(ctx, me)
    if (me.state === 'declined') return
    requireOpen(ctx, held.session)
    await changeRecipientRow(tx, me, { declineReason: reason, address: ctx.address })
    await advance(
      ctx.platform,
      tx,
      held,
      { kind: 'decline', party: me.id },
      {
        event: 'declined',
        doer: byRecipient(ctx, me),
        facts: reason ? { reason } : {},
        about: { name: me.name, reason },
      },
    )
  })

/** Lets somebody else act in one's place, who gets a link of their own and the fields. @throws Refusal as `sign` */
export const delegate = (
  ctx: Context,
  token: string,
  { name, email, reason }: z.output<typeof DelegateJson>,
) =>
  withLink(ctx, token, async (ctx, tx, held, me) => {
    requireUnlocked(ctx, me)
    if (me.state === 'delegated') return
    requireOpen(ctx, held.session)
    if (!me.mayDelegate)
      throw new Refusal('signing_misfit', 'The sender does not allow delegation. Ask them to change it.')
    const heir = await addHeir(ctx, tx, held, me, { name, email })
    // Whose fields these were, theirs they are.
    const fields = held.session.fields.map((field) =>
      field.recipient_id === me.id ? { ...field, recipient_id: heir.id } : field,
    )
    await change(ctx.platform, tx, held, { fields })
    await advance(
      ctx.platform,
      tx,
      held,
      { kind: 'delegate', party: me.id, to: heir.id },
      {
        event: 'delegated',
        doer: byRecipient(ctx, me),
        facts: { to: `${name} <${email}>`, ...(reason && { reason }) },
      },
    )
    await mailDelegated(ctx.platform, tx, held, me, { name, email })
  })

async function addHeir(
  { platform }: TransactionContext,
  tx: Transaction,
  held: Held,
  me: SigningRecipientRow,
  who: { name: string; email: string },
): Promise<SigningRecipientRow> {
  const id = randomUUID()
  const position = 1 + Math.max(...held.recipients.map((one) => one.position))
  // An access code was told to somebody else; whoever comes in their place shows that the address is theirs.
  const access = me.access === 'link' ? 'link' : 'email'
  const [heir] = await tx
    .insert(signingRecipients)
    .values({
      id,
      sessionId: held.session.id,
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
  if (!heir) throw new Error('the delegate that was just stored is gone')
  held.recipients.push(heir)
  return heir
}
