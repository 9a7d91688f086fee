import { heap, type Pdfium, withMemory } from './pdfium.ts'

const MAX_CHARACTERS = 2_000_000

/** The text of a page in reading order with line breaks. Empty for a scanned page. */
export function pageText(pdfium: Pdfium, page: number): string {
  const text = pdfium.FPDFText_LoadPage(page)
  if (!text) return ''
  try {
    const count = Math.min(pdfium.FPDFText_CountChars(text), MAX_CHARACTERS)
    if (count <= 0) return ''
    return withMemory(pdfium, 2 * count + 2, (at) => {
      const written = pdfium.FPDFText_GetText(text, 0, count, at)
      const characters = heap(pdfium).slice(at, at + 2 * Math.max(0, written - 1))
      return tidy(Buffer.from(characters.buffer).toString('utf16le'))
    })
  } finally {
    pdfium.FPDFText_ClosePage(text)
  }
}

function tidy(text: string): string {
  return (
    text
      .replace(/\r\n?/g, '\n')
      // PDFium replaces a line-end hyphen with U+FFFE; the word continues on the next line.
      .replace(/\ufffe\n?/g, '')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: a PDF's text may hold them, a text file should not.
      .replace(/[\u0000-\u0008\u000b-\u001f\uffff]/g, '')
      .replace(/[ \t]+\n/g, '\n')
      .trim()
  )
}

/** Escapes Markdown's special characters. */
export function literal(text: string): string {
  return text
    .replace(/[\\`*_[\]<>]/g, '\\$&')
    .replace(/^(#{1,6}\s|[-+]\s|\d+\.\s)/, '\\$1')
    .replace(/^\\(\d+)\./, '$1\\.')
}
