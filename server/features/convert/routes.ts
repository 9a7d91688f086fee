import type { convertEndpoints } from '../../../contract/convert.ts'
import type { Family } from '../../../contract/families.ts'
import type { Families } from '../../core/find-conversion.ts'
import { fileAnswer } from '../../http/file-answer.ts'
import type { Handlers } from '../../http/handlers.ts'
import { cancelConversion } from './cancel-conversion.ts'
import { downloadOutput } from './download-output.ts'
import { getConversion } from './get-conversion.ts'
import { getCredits } from './get-credits.ts'
import { listFormats } from './list-formats.ts'
import { listOperations } from './list-operations.ts'
import { submitForm } from './submit-form.ts'
import { submitJson } from './submit-json.ts'
import { waitForConversion } from './wait-for-conversion.ts'

type Routes = Handlers<keyof typeof convertEndpoints>

const DOCUMENTS: Families = ['document']
const MEDIA: Families = ['image', 'video', 'audio', 'model']

const accepted = (id: string) =>
  ({ status: 202, body: { conversion_id: id, id, status: 'pending', state: 'pending' } }) as const

// The families' routes differ in which family they speak of, and in nothing else.
const formats =
  (family: Family): Routes['listDocumentFormats'] =>
  async ({ ctx }) => ({ status: 200, body: listFormats(ctx, family) })
const operations =
  (family: Family): Routes['listDocumentOperations'] =>
  async ({ ctx, query }) => ({
    status: 200,
    body: { operations: await listOperations(ctx, family, query) },
  })
const convert =
  (family: Family): Routes['convertDocument'] =>
  async ({ ctx, parts, idempotencyKey }) =>
    accepted(await submitForm(ctx, family, parts(), idempotencyKey))
const status =
  (families: Families): Routes['getDocumentConversion'] =>
  async ({ ctx, params }) => ({
    status: 200,
    body: await getConversion(ctx, params.conversion_id, families),
  })
const wait =
  (families: Families): Routes['waitForDocument'] =>
  async ({ ctx, params, query, gone }) => ({
    status: 200,
    body: await waitForConversion(ctx, params.conversion_id, families, query.timeout, gone),
  })
const download =
  (families: Families): Routes['downloadDocument'] =>
  async ({ ctx, params, range }) =>
    fileAnswer(ctx.platform.objects, await downloadOutput(ctx, params.conversion_id, families), range)

export const convertRoutes: Routes = {
  listDocumentFormats: formats('document'),
  listDocumentOperations: operations('document'),
  convertDocument: convert('document'),
  convertDocumentJson: async ({ ctx, json, idempotencyKey }) =>
    accepted(await submitJson(ctx, 'document', json, idempotencyKey)),
  getPdfConversion: status(DOCUMENTS),
  downloadDocument: download(DOCUMENTS),
  getDocumentConversion: status(DOCUMENTS),
  waitForDocument: wait(DOCUMENTS),
  getDocumentCredits: async ({ ctx }) => ({ status: 200, body: await getCredits(ctx) }),
  listImageFormats: formats('image'),
  listImageOperations: operations('image'),
  convertImage: convert('image'),
  getImageConversion: status(['image']),
  getMediaConversion: status(MEDIA),
  waitForMedia: wait(MEDIA),
  downloadMedia: download(MEDIA),
  cancelConversion: async ({ ctx, params }) => ({
    status: 200,
    body: await cancelConversion(ctx, params.conversion_id),
  }),
}
