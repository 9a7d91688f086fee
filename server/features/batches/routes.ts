import type { batchEndpoints } from '../../../contract/batches.ts'
import { madeAnswer } from '../../http/file-answer.ts'
import type { Handlers } from '../../http/handlers.ts'
import { collectBatch } from './collect-batch.ts'
import { downloadBatch } from './download-batch.ts'

type Routes = Handlers<keyof typeof batchEndpoints>

const collect: Routes['collectDocuments'] = async ({ ctx, json, idempotencyKey }) => ({
  status: 201,
  body: await collectBatch(ctx, json, idempotencyKey),
})
const download: Routes['downloadDocumentBatch'] = async ({ ctx, params }) =>
  madeAnswer({ ...(await downloadBatch(ctx, params.batch_id)), type: 'application/zip' })

export const batchRoutes: Routes = {
  collectDocuments: collect,
  downloadDocumentBatch: download,
  collectMedia: collect,
  downloadMediaBatch: download,
}
