import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EngineFailure } from '../../../server/engines/kernel/engine.ts'
import { readZipDirectory, readZipEntry } from '../../../server/engines/kernel/source/zip.ts'
import { CORPUS_ROWS } from '../../corpora/files.ts'
import { EngineHarness } from './helpers.ts'
import { COMPLETE } from './ooxml-complete.ts'

// Reads the words of a package with regular expressions, and so by nothing that the conversion is
// done with.

/** The parts of each format that hold what a person reads. */
const PARTS: Readonly<Record<string, RegExp>> = {
  docx: /^word\/(document|header\d*|footer\d*|footnotes|endnotes|charts\/chart\d*|diagrams\/data\d*)\.xml$/,
  pptx: /^ppt\/(slides\/slide\d+|notesSlides\/notesSlide\d+|charts\/chart\d*|diagrams\/data\d*)\.xml$/,
  xlsx: /^xl\/(sharedStrings|charts\/chart\d*|drawings\/drawing\d*)\.xml$/,
  odt: /^((.*\/)?content)\.xml$/,
  ods: /^((.*\/)?content)\.xml$/,
  odp: /^((.*\/)?content)\.xml$/,
}
/**
 * Texts of elements that nobody reads: instructions, formulas, sizes, deleted and hidden text,
 * comments, page numbers.
 */
const UNREAD =
  /<(w:instrText|w:delText|wp\d*:\w+|c:f|c:formatCode|xdr:\w+|a:tableStyleId|office:annotation|text:tracked-changes|text:note-citation|text:page-number|text:page-count)\b[^>]*>[^<]*<\/\1>|<a:fld\b[^>]*type="slidenum"[\s\S]*?<\/a:fld>|<text:tracked-changes>[\s\S]*?<\/text:tracked-changes>|<w:r\b[^>]*>(?:(?!<\/w:r>)[\s\S])*<w:vanish\/>[\s\S]*?<\/w:r>|<mc:Fallback>[\s\S]*?<\/mc:Fallback>/g
const BREAKS =
  /<\/?(w:p|w:tab|w:br|w:cr|a:p|a:br|c:v|c:pt|si|text:p|text:h|text:tab|text:line-break|text:s|text:note|table:table-cell)\b[^>]*>/g

function wordsOf(markup: string): Set<string> {
  const text = markup
    // A chart shows its numbers in their format.
    .replace(/(<c:v>-?\d+)\.0+</g, '$1<')
    // Superscripts are words of their own.
    .replace(/<w:vertAlign[\s\S]*?<\/w:r>/g, ' $& ')
    .replace(BREAKS, ' ')
    .replace(/<[^>]+>/g, '')
    .replace(/&#x([0-9a-f]+);/gi, (_, code) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&apos;/g, "'")
    .replace(/&amp;/g, '&')
  return new Set(text.match(/[\p{L}\p{N}]+/gu) ?? [])
}

function sourceWords(path: string, format: string): Set<string> {
  const entries = readZipDirectory(path, 10_000)
  const parts = entries
    .filter(({ name }) => PARTS[format]?.test(name))
    .map(({ name }) => readZipEntry(path, entries, name, 50_000_000)?.toString('utf8') ?? '')
  return wordsOf(parts.join(' ').replace(UNREAD, ''))
}

const shop = new EngineHarness()
beforeAll(() => shop.open())
afterAll(() => shop.close())

const corpus = CORPUS_ROWS.filter(
  ({ file, expect: expected }) => expected === 'convert' && PARTS[file.split('.').at(-1) ?? ''],
).map(({ path, file }) => ({ file, open: () => path }))
const made = Object.entries(COMPLETE).map(([format, bytes]) => ({
  file: `complete.${format}`,
  open: () => shop.file(`a.${format}`, bytes),
}))

/** Words of a source that the result does not have. */
async function missingWords(path: string, format: string, target: string): Promise<string[]> {
  const source = [...sourceWords(path, format)]
  const output = await shop.convert(path, target, {}, { format }).catch((error: unknown) => {
    // A document without a word is an empty text.
    if (error instanceof EngineFailure && error.code === 'output_empty' && source.length === 0) return null
    throw error
  })
  const result = output ? readFileSync(output.path, 'utf8') : ''
  const found = wordsOf(
    target === 'html'
      ? result.replace(/<\/?(p|li|td|th|br|h\d|sup|sub)\b[^>]*>/g, ' ')
      : // Superscripts are digits of their own in plain text.
        result.replace(/[<>]/g, ' ').replace(/[⁰-₉¹²³]+/g, (digits) => ` ${digits.normalize('NFKC')} `),
  )
  return source.filter((word) => !found.has(word))
}

describe.each(['html', 'txt'])('the words of office files as %s', (target) => {
  it.each([...made, ...corpus])('$file', async ({ file, open }) => {
    expect(await missingWords(open(), file.split('.').at(-1) ?? '', target)).toEqual([])
  })
})
