import type { pdfEndpoints } from '../../contract/pdf.ts'
import { type AreaHandlers, MockProblem } from './handler.ts'

const soon = () => {
  throw new MockProblem('unavailable', 'Not yet.')
}

export const pdfHandlers: AreaHandlers<keyof typeof pdfEndpoints> = {
  listFormFields: soon,
  savePdf: soon,
}
