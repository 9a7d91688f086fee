import type { OpenPdf } from '../pdf/index.ts'

/** The same, and what unlocks it is told: whoever saves it has to open it as well. */
export function remembering(pdf: OpenPdf, remember: (password: string) => void): OpenPdf {
  if (pdf.state !== 'locked') return pdf
  return {
    ...pdf,
    unlock: (password) => {
      remember(password)
      pdf.unlock(password)
    },
  }
}
