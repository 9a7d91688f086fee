import { heap, type Pdfium, withMemory } from './pdfium.ts'

interface Line {
  text: string
  /** Font size in points: that of most characters. */
  size: number
  /** Distance of its letters' feet from the bottom of the page, in points. */
  baseline: number
  /** Where its last letter ends, from the left, in points. */
  right: number
}

const MAX_CHARACTERS = 2_000_000

/** The text of a page in reading order, with its line breaks. Empty for a picture of a page. */
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
      // PDFium marks a hyphen at a line's end with U+FFFE; the word goes on in the next line.
      .replace(/\ufffe\n?/g, '')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: a PDF's text may hold them, a text file should not.
      .replace(/[\u0000-\u0008\u000b-\u001f\uffff]/g, '')
      .replace(/[ \t]+\n/g, '\n')
      .trim()
  )
}

/** The lines of a page with their font sizes, for telling headings from paragraphs. */
export function pageLines(pdfium: Pdfium, page: number): Line[] {
  const text = pdfium.FPDFText_LoadPage(page)
  if (!text) return []
  try {
    return withMemory(pdfium, 16, (at) => linesOf(pdfium, text, at))
  } finally {
    pdfium.FPDFText_ClosePage(text)
  }
}

/** `place` is room for where a character stands: two numbers of eight bytes. */
function linesOf(pdfium: Pdfium, text: number, place: number): Line[] {
  const lines: Line[] = []
  let current = ''
  let sizes = new Map<number, number>()
  let baseline = 0
  let right = 0
  const endLine = () => {
    const line = current.replace(/\s+/g, ' ').trim()
    if (line) lines.push({ text: line, size: mostFrequent(sizes), baseline, right })
    current = ''
    sizes = new Map()
  }
  const characters = Math.min(pdfium.FPDFText_CountChars(text), MAX_CHARACTERS)
  for (let index = 0; index < characters; index++) {
    const code = pdfium.FPDFText_GetUnicode(text, index)
    if (code === 10 || code === 13) endLine()
    else if (code === 0xfffe || code === 2) current += '\u00ad'
    else if (code >= 32 && code !== 0xffff) {
      if (code !== 32) {
        count(sizes, Math.round(pdfium.FPDFText_GetFontSize(text, index) * 2) / 2)
        if (pdfium.FPDFText_GetCharOrigin(text, index, place, place + 8)) {
          const origin = new DataView(heap(pdfium).buffer, place, 16)
          right = origin.getFloat64(0, true)
          baseline = origin.getFloat64(8, true)
        }
      }
      current += String.fromCodePoint(code)
    }
  }
  endLine()
  return lines
}

/** Pages as Markdown: headings by font size, paragraphs by distance, bullets as items. */
export function toMarkdown(pages: readonly (readonly Line[])[]): string {
  const sizes = new Map<number, number>()
  for (const { text, size } of pages.flat()) count(sizes, size, Math.min(text.length, 200))
  const body = mostFrequent(sizes)
  const larger = [...sizes.keys()].filter((size) => size > body * 1.12)
  const headings = larger.sort((a, b) => b - a).slice(0, 4)
  return pages
    .map((lines) => markdownOfPage(lines, body, headings))
    .filter(Boolean)
    .join('\n\n')
}

function markdownOfPage(lines: readonly Line[], body: number, headings: readonly number[]): string {
  /** The lines of each; put together at the end, since a paragraph may have a hundred thousand. */
  const blocks: string[][] = []
  const edge = lines.reduce((most, { right }) => Math.max(most, right), 0)
  let previous: (Line & { heading: boolean }) | null = null
  for (const line of lines) {
    // A number alone is the page's.
    if (/^[\divxlc]{1,5}$/i.test(line.text) && /^\d+$|^[ivxlc]+$/.test(line.text)) continue
    const level = headings.indexOf(line.size) + 1
    const item = /^[•◦▪‣●○■–]\s*(.+)/.exec(line.text)?.[1]
    const far = previous !== null && endsParagraph(previous, line, Math.max(line.size, body), edge)
    const goesOn: boolean =
      previous !== null &&
      !far &&
      !item &&
      previous.heading === level > 0 &&
      (level === 0 || previous.size === line.size)
    if (goesOn) blocks.at(-1)?.push(literal(line.text))
    else if (level > 0) blocks.push([`${'#'.repeat(level)} ${literal(line.text)}`])
    else if (item) blocks.push([`- ${literal(item)}`])
    else blocks.push([literal(line.text)])
    previous = { ...line, heading: level > 0 }
  }
  return blocks
    .map(joined)
    .join('\n\n')
    .replace(/(\n- [^\n]*)\n(?=\n- )/g, '$1')
}

/** A wide gap ends a paragraph; with generous line spacing, a wide gap after a line that is not full. */
function endsParagraph(before: Line, line: Line, size: number, edge: number): boolean {
  const gap = Math.abs(before.baseline - line.baseline)
  return gap > 1.7 * size && !(gap <= 2.8 * size && before.right > 0.8 * edge)
}

/** A soft hyphen at the end of a line means that the word goes on. */
const joined = (lines: readonly string[]): string =>
  lines.join(' ').replaceAll('\u00ad ', '').replaceAll('\u00ad', '')

/** Characters that Markdown would take for markup. */
export function literal(text: string): string {
  return text
    .replace(/[\\`*_[\]<>]/g, '\\$&')
    .replace(/^(#{1,6}\s|[-+]\s|\d+\.\s)/, '\\$1')
    .replace(/^\\(\d+)\./, '$1\\.')
}

function count(counts: Map<number, number>, value: number, times = 1): void {
  counts.set(value, (counts.get(value) ?? 0) + times)
}

function mostFrequent(counts: ReadonlyMap<number, number>): number {
  let best = 12
  let most = 0
  for (const [value, count] of counts) if (count > most) [best, most] = [value, count]
  return best
}
