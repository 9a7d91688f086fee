import type { OpenPdf } from '../viewer/index.ts'

/** Also reports the password, because saving needs it too. */
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
