import type { pdfEndpoints } from '../../../contract/pdf.ts'
import type { Handlers } from '../../http/handlers.ts'
import { checkSent, checkStored } from './check-pdf.ts'
import { formFieldsSent, formFieldsStored } from './form-fields.ts'
import { saveSent, saveStored } from './save-pdf.ts'

export const pdfRoutes: Handlers<keyof typeof pdfEndpoints> = {
  listFormFields: async ({ ctx, json, parts, gone }) => ({
    status: 200,
    body: json ? await formFieldsStored(ctx, json, gone) : await formFieldsSent(ctx, parts(), gone),
  }),
  checkPdfSave: async ({ ctx, json, parts, gone }) => ({
    status: 200,
    body: json ? await checkStored(ctx, json, gone) : await checkSent(ctx, parts(), gone),
  }),
  savePdf: async ({ ctx, json, parts, idempotencyKey }) => {
    const id = json
      ? await saveStored(ctx, json, idempotencyKey)
      : await saveSent(ctx, parts(), idempotencyKey)
    return { status: 202, body: { conversion_id: id, id, status: 'pending', state: 'pending' } }
  },
}
