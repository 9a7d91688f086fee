import type { Batch, batchEndpoints } from '../../contract/batches.ts'
import type { Db, StoredConversion } from './db.ts'
import { type Actor, type AreaHandlers, MockProblem } from './handler.ts'
import { owned } from './history.ts'

/** What belongs to a batch: collected, or submitted under one id. Null when there is none. */
export function rowsOf(db: Db, actor: Actor, id: string): StoredConversion[] | null {
  const batch = db.batches.find((one) => one.id === id && one.owner === actor.id)
  const rows = db.conversions.filter(
    ({ owner, conversion }) =>
      owner === actor.id && (batch ? batch.conversions.includes(conversion.id) : conversion.batch_id === id),
  )
  return batch || rows.length > 0 ? rows : null
}

export function presentBatch(db: Db, actor: Actor, id: string): Batch {
  const rows = rowsOf(db, actor, id)
  if (!rows) throw new MockProblem('not_found', 'There is no such batch here.')
  const conversions = rows.map(({ conversion }) => conversion)
  const count = (status: string) => conversions.filter((one) => one.status === status).length
  const status = count('pending') > 0 ? 'pending' : count('completed') > 0 ? 'completed' : 'failed'
  const here = conversions.filter(({ download_url }) => download_url)
  return {
    batch_id: id,
    id,
    status,
    state: status,
    filename: db.batches.find((one) => one.id === id)?.filename ?? 'Filewright.zip',
    total: rows.length,
    pending: count('pending'),
    completed: count('completed'),
    failed: count('failed'),
    size_bytes: here.reduce((sum, { output }) => sum + (output?.size_bytes ?? 0), 0),
    download_url: here.length > 0 ? `/api/v1/docs_core/batch/${id}/download/` : null,
    conversions,
  }
}

type Handlers = AreaHandlers<keyof typeof batchEndpoints>

const collect: Handlers['collectDocuments'] = ({ db, actor, json }) => {
  for (const id of json.conversion_ids) owned(db, actor, id)
  const id = crypto.randomUUID()
  const filename = json.filename ?? 'Filewright.zip'
  db.batches.push({ id, owner: actor.id, filename, conversions: json.conversion_ids })
  return { status: 201, body: presentBatch(db, actor, id) }
}

/** No real archive: an empty one is enough for a page to offer. */
const download: Handlers['downloadDocumentBatch'] = ({ db, actor, params }) => {
  const { download_url, completed, filename } = presentBatch(db, actor, params.batch_id)
  if (completed === 0) throw new MockProblem('not_finished', 'Nothing in this batch has finished.')
  if (!download_url) throw new MockProblem('expired', 'The files have expired.')
  return {
    status: 200,
    bytes: `PK\u0005\u0006${'\0'.repeat(18)}`,
    headers: { 'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(filename)}` },
  }
}

export const batchHandlers: Handlers = {
  collectDocuments: collect,
  collectMedia: collect,
  downloadDocumentBatch: download,
  downloadMediaBatch: download,
}
