import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import type { CreateSigningJson } from '../../../contract/signing.ts'
import { belongingOf, type Context, requireOwner } from '../../core/context.ts'
import { fingerprint, once } from '../../core/idempotency.ts'
import type { StoredTemplate } from '../../core/schema.ts'
import { beginSession } from '../../core/signing/begin.ts'
import { ownerActor } from '../../core/signing/locked-session.ts'
import { withTransaction } from '../../core/transaction.ts'
import { checkDraft } from './check-draft.ts'
import { deadlineOf } from './deadline.ts'
import { documentOf } from './document.ts'
import { nameFields } from './name-fields.ts'
import { ownParts } from './parts.ts'
import { hashCodes, partsOf, writePeople } from './people.ts'
import { sendHeld } from './send-session.ts'
import { signatureFields, signersOf } from './signature-fields.ts'

type Json = z.output<typeof CreateSigningJson>

/**
 * Makes a session of a PDF of the caller's own. It is sent where it has recipients and is not asked
 * to be a draft. @returns its id
 * @throws ApiProblem not_found, unsupported_source, inspection_failed, invalid_request,
 * signing_misfit, idempotency_conflict
 */
export async function createSession(
  ctx: Context,
  json: Json,
  idempotencyKey: string | undefined,
  gone: AbortSignal,
): Promise<string> {
  const ownerId = requireOwner(ctx)
  const document = await documentOf(ctx, json, gone)
  const { platform } = ctx
  const actor = await ownerActor(ctx)
  const begun = withTemplate(json, document.template)
  const people = partsOf(await hashCodes(ctx, begun.recipients), [])
  const sends = !json.draft && people.length > 0
  const fields =
    begun.fields ?? (sends ? signatureFields(signersOf(people), document.pages, document.lastPage) : [])
  checkDraft({ recipients: people, fields }, document)
  const settings = {
    title: begun.title,
    message: begun.message,
    fields,
    showSignatures: begun.showSignatures,
    reminders: begun.reminders,
    deadlineAt: deadlineOf(platform.clock(), json.deadline_at),
  }
  const idempotency = {
    scope: ownerId,
    key: idempotencyKey,
    fingerprint: fingerprint(ctx.platform, ['signing', json]),
  }
  const { answer } = await withTransaction(ctx, (ctx, tx) =>
    once(tx, idempotency, async () => {
      const locked = await beginSession(ctx.platform, tx, belongingOf(ctx), document, actor, settings)
      await writePeople(tx, locked, people)
      if (sends) await sendHeld(ctx, tx, locked, actor)
      return { id: locked.session.id }
    }),
  )
  return answer.id
}

/**
 * What is said goes before what the template has. Its parts are given people by their ids. Null
 * fields are nobody's choice.
 */
function withTemplate(json: Json, template: StoredTemplate | null) {
  const people = json.recipients?.map((one) => ({ ...one, id: one.id ?? randomUUID() }))
  const named = json.fields && nameFields(json.fields, people ?? [])
  const given = named ?? template?.fields ?? []
  // A template that is used twice is no reason for two people to be the same one.
  const own = template && ownParts(people ?? [], given)
  const fields = named || template ? (own?.fields ?? given) : null
  return {
    title: json.title ?? template?.title ?? null,
    message: json.message ?? template?.message ?? '',
    recipients: own?.recipients ?? people ?? [],
    fields: people || named ? fields : [],
    showSignatures: json.show_signatures ?? template?.show_signatures ?? false,
    reminders: json.reminders === undefined ? (template?.reminders ?? null) : json.reminders,
  }
}
