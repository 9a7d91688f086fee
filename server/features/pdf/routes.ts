import type { pdfEndpoints } from '../../../contract/pdf.ts'
import { Refusal } from '../../core/refusal.ts'
import type { Handlers } from '../../http/handlers.ts'

const soon = async () => {
  throw new Refusal('unavailable', 'Not yet.')
}

export const pdfRoutes: Handlers<keyof typeof pdfEndpoints> = {
  listFormFields: soon,
  savePdf: soon,
}
