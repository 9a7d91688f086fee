import type { convertEndpoints } from '../../../contract/convert-endpoints.ts'
import type { Family } from '../../../contract/families.ts'
import { MEDIA } from '../../core/families.ts'
import { fileAnswer, storedFileAnswer } from '../../http/file-answer.ts'
import type { Handlers } from '../../http/handlers.ts'
import { cancelConversion } from './cancel-conversion.ts'
import { downloadOriginal } from './download-output.ts'
import { convert, download, formats, operations, status, validate, wait } from './family-handlers.ts'
import { getCatalog } from './get-catalog.ts'
import { getCredits } from './get-credits.ts'
import { getThumbnail } from './get-thumbnail.ts'
import { importFile } from './import-file.ts'
import { waitForEither } from './wait-for-either.ts'

type Routes = Handlers<keyof typeof convertEndpoints>

const DOCUMENTS: readonly Family[] = ['document']
/** Fonts have no route of their own to wait at; they are followed where documents are. */
const DOCS_CORE: readonly Family[] = ['document', 'font']
const credits: Routes['getDocumentCredits'] = async ({ ctx }) => ({
  status: 200,
  body: await getCredits(ctx),
})

export const convertRoutes: Routes = {
  listDocumentFormats: formats('document'),
  listDocumentOperations: operations('document'),
  convertDocument: convert('document'),
  convertDocumentJson: convert('document'),
  validateDocument: validate('document'),
  getPdfConversion: status(DOCUMENTS),
  downloadDocument: download(DOCUMENTS),
  getDocumentConversion: status(DOCS_CORE),
  waitForDocument: wait(DOCS_CORE),
  getDocumentCredits: credits,
  listImageFormats: formats('image'),
  listImageOperations: operations('image'),
  convertImage: convert('image'),
  validateImage: validate('image'),
  getImageConversion: status(['image']),
  listVideoFormats: formats('video'),
  listVideoOperations: operations('video'),
  convertVideo: convert('video'),
  validateVideo: validate('video'),
  listModelFormats: formats('model'),
  listModelOperations: operations('model'),
  convertModel: convert('model'),
  validateModel: validate('model'),
  getModelConversion: status(['model']),
  getMediaConversion: status(MEDIA),
  waitForMedia: async ({ ctx, params, query, gone }) => ({
    status: 200,
    body: await waitForEither(ctx, params.conversion_id, MEDIA, query.timeout, gone),
  }),
  downloadMedia: download(MEDIA),
  getMediaCredits: credits,
  getCatalog: async ({ ctx }) => ({ status: 200, body: await getCatalog(ctx) }),
  importFile: async ({ ctx, json, gone }) => ({ status: 201, body: await importFile(ctx, json, gone) }),
  downloadOriginal: async ({ ctx, params, range }) =>
    fileAnswer(ctx.platform.objects, await downloadOriginal(ctx, params.conversion_id), range),
  getThumbnail: async ({ ctx, params, gone }) => {
    const file = await getThumbnail(ctx, params.conversion_id, gone)
    return storedFileAnswer(ctx.platform.objects, file)
  },
  cancelConversion: async ({ ctx, params }) => ({
    status: 200,
    body: await cancelConversion(ctx, params.conversion_id),
  }),
}
