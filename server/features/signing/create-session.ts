import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import type { CreateSigningJson, SigningField } from '../../../contract/signing.ts'
import { type Context, requireUser } from '../../core/context.ts'
import { fingerprint, once } from '../../core/idempotency.ts'
import { type KeptTemplate, signingFiles, signingSessions } from '../../core/schema.ts'
import { byOwner, holdSession, note } from '../../core/signing/hold.ts'
import { holdObjects, noObject } from '../../core/stored-files.ts'
import type { Database } from '../../platform.ts'
import { checkDraft } from './check-draft.ts'
import { deadlineOf } from './deadline.ts'
import { type Document, documentOf } from './document.ts'
import { peopleOf, writePeople } from './people.ts'
import { sendHeld } from './send-session.ts'

type Json = z.output<typeof CreateSigningJson>

/**
 * Makes a session of a PDF of the caller's own, as a draft or sent at once. @returns its id
 * @throws Refusal not_found, unsupported_source, inspection_failed, invalid_request, signing_misfit, idempotency_conflict
 */
export async function createSession(
  ctx: Context,
  json: Json,
  idempotencyKey: string | undefined,
  gone: AbortSignal,
): Promise<string> {
  const ownerId = requireUser(ctx)
  const document = await documentOf(ctx, json, gone)
  const { db } = ctx.platform
  const doer = await byOwner(ctx)
  const begun = withTemplate(json, document.template)
  const people = await peopleOf(ctx, begun.recipients, [])
  checkDraft({ recipients: people, fields: begun.fields }, document.pages)
  const { answer } = await db.transaction((tx) =>
    once(
      tx,
      { scope: ownerId, key: idempotencyKey, fingerprint: fingerprint(['signing', json]) },
      async () => {
        const id = await insert(ctx, tx, ownerId, document, begun)
        await writePeople(tx, id, people)
        const held = await holdSession(tx, id)
        if (!held) throw new Error('a session that was just made is gone')
        await note(ctx.platform, tx, held, 'created', doer, {
          file: document.fileName,
          sha256: document.sha256,
        })
        if (json.send) await sendHeld(ctx, tx, held, doer)
        return { id }
      },
    ),
  )
  return answer.id
}

async function insert(
  { platform }: Context,
  tx: Database,
  ownerId: string,
  document: Document,
  begun: ReturnType<typeof withTemplate>,
): Promise<string> {
  if (!(await holdObjects(tx, [document.key]))) throw noObject()
  const id = randomUUID()
  const now = platform.clock()
  const { key, fileName, size, sha256, pages } = document
  await tx.insert(signingSessions).values({
    id,
    ownerId,
    title: begun.title ?? titleOf(fileName),
    message: begun.message,
    documentKey: key,
    fileName,
    sizeBytes: size,
    sha256,
    pages,
    fields: begun.fields,
    showSignatures: begun.showSignatures,
    deadlineAt: deadlineOf(now, begun.deadline),
    reminders: begun.reminders,
    createdAt: now,
    updatedAt: now,
  })
  await tx.insert(signingFiles).values({
    sessionId: id,
    objectKey: key,
    kind: 'document',
    id: randomUUID(),
    fileName,
    sizeBytes: size,
    sha256,
    createdAt: now,
  })
  return id
}

/** `Lease 2027.pdf` → `Lease 2027` */
const titleOf = (fileName: string) => fileName.replace(/\.pdf$/i, '').slice(0, 200) || 'Document'

/** What is said goes before what the template has. Its parts are given people by their ids. */
function withTemplate(json: Json, template: KeptTemplate | null) {
  const fields: SigningField[] = json.fields ?? template?.fields ?? []
  return {
    title: json.title ?? template?.title,
    message: json.message ?? template?.message ?? '',
    recipients: json.recipients ?? [],
    fields: json.recipients || json.fields ? fields : [],
    showSignatures: json.show_signatures ?? template?.show_signatures ?? false,
    reminders: json.reminders === undefined ? (template?.reminders ?? null) : json.reminders,
    deadline: json.deadline_at,
  }
}
