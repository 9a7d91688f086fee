import type { fontEndpoints } from '../../../contract/fonts.ts'
import { receiveOne } from '../../core/receive-upload.ts'
import { fileAnswer } from '../../http/file-answer.ts'
import type { Handlers } from '../../http/handlers.ts'
import { downloadOutput } from './download-output.ts'
import { convert, download, formats, operations, status, validate } from './family-handlers.ts'
import { getFontQuota } from './get-font-quota.ts'
import { inspectSent, inspectStored } from './inspect-font.ts'
import { keepUpload } from './keep-upload.ts'
import { listFontTargets } from './list-font-targets.ts'

export const fontRoutes: Handlers<keyof typeof fontEndpoints> = {
  listFontFormats: formats('font'),
  listFontTargets: async ({ ctx, params }) => ({
    status: 200,
    body: listFontTargets(ctx, params.input_format),
  }),
  listFontOperations: operations('font'),
  uploadFont: async ({ ctx, parts }) => {
    const upload = await receiveOne(parts(), ctx.platform.settings)
    return { status: 201, body: await keepUpload(ctx, upload, 'font') }
  },
  convertFont: convert('font'),
  validateFont: validate('font'),
  inspectFont: async ({ ctx, parts, gone }) => {
    const upload = await receiveOne(parts(), ctx.platform.settings)
    return { status: 200, body: await inspectSent(ctx, upload, gone) }
  },
  inspectStoredFont: async ({ ctx, query, gone }) => ({
    status: 200,
    body: await inspectStored(ctx, query, gone),
  }),
  getFontConversion: status(['font']),
  downloadFont: download(['font']),
  downloadFontAs: async ({ ctx, params, range }) => {
    const file = await downloadOutput(ctx, params.conversion_id, ['font'])
    return fileAnswer(ctx.platform.objects, { ...file, filename: params.filename }, range)
  },
  getFontQuota: async ({ ctx }) => ({ status: 200, body: await getFontQuota(ctx) }),
}
