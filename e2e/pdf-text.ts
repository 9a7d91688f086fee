import { execFileSync } from 'node:child_process'

/** The text of a PDF, as poppler reads it. */
export const textOf = (pdf: Buffer): string =>
  execFileSync('pdftotext', ['-layout', '-', '-'], { input: pdf, encoding: 'utf8' })
