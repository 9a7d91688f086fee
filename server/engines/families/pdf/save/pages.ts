import { PDFDocument } from '@cantoo/pdf-lib'
import type { PdfEdits } from '../../../../../contract/pdf-edits.ts'
import { EngineFailure } from '../../../kernel/engine.ts'
import { nested, plural, type Sentence, sentence } from '../../../kernel/sentence.ts'
import { outlineOf, withBookmarks, withoutOutline } from '../edit/arrange.ts'
import { imagePages } from '../edit/merge.ts'
import { rangeOf, rewrite } from '../qpdf.ts'
import { openSource, type PdfToolkit, type Source } from '../toolkit.ts'

type ResultPages = NonNullable<PdfEdits['pages']>

export interface SavedFile {
  bytes: Uint8Array
  format: string
}

/** Passwords of further files, by index. */
type Passwords = NonNullable<PdfEdits['file_passwords']>

/**
 * Arranges the result's pages: from the first file, from further files, and blank ones. Data of the
 * first file's pages is kept.
 * @throws `option_refused` for a file or page that doesn't exist
 */
export async function arrangePages(
  toolkit: PdfToolkit,
  first: Source,
  files: readonly SavedFile[],
  pages: ResultPages,
  passwords: Passwords,
  maxPixels: number,
): Promise<Uint8Array> {
  const sources = new Map<number, Source>([[0, first]])
  for (const page of pages) {
    if ('blank' in page) continue
    const source =
      sources.get(page.file) ?? (await openFurther(toolkit, files, page.file, passwords, maxPixels))
    sources.set(page.file, source)
    if (page.page > source.pages) throw noSuchPage(page.file, page.page, source.pages)
  }
  const turned = turns(pages)
  if (isSame(pages, first.pages))
    return turned.length === 0
      ? first.bytes
      : await rewrite(toolkit.qpdf, ['/source.pdf', ...turned, '/result.pdf'], { 'source.pdf': first.bytes })

  const outline = outlineOf(toolkit, first)
  const bare = await withoutOutline(toolkit, first.bytes)
  const blanks = await blankSheets(pages)
  const inputs: Record<string, Uint8Array> = { '0.pdf': bare, 'blank.pdf': blanks.bytes }
  for (const [index, { bytes }] of sources) if (index > 0) inputs[`${index}.pdf`] = bytes
  const groups = grouped(
    pages.map((page) =>
      'blank' in page
        ? { name: '/blank.pdf', page: blanks.place(page.blank) }
        : { name: page.file === 0 ? '.' : `/${page.file}.pdf`, page: page.page - 1 },
    ),
  )
  const bytes = await rewrite(
    toolkit.qpdf,
    ['/0.pdf', '--pages', ...groups, '--', ...turned, '/result.pdf'],
    inputs,
  )
  const order = pages.map((page) => ('blank' in page || page.file !== 0 ? -1 : page.page - 1))
  // A bookmark points to the first occurrence of its page.
  const seen = new Set<number>()
  const firsts = order.map((page) => {
    if (seen.has(page)) return -1
    seen.add(page)
    return page
  })
  return await withBookmarks(toolkit, bytes, firsts, outline)
}

async function openFurther(
  toolkit: PdfToolkit,
  files: readonly SavedFile[],
  index: number,
  passwords: Passwords,
  maxPixels: number,
): Promise<Source> {
  const file = files[index]
  if (!file) throw noSuchFile(index, files.length)
  try {
    const { bytes, format } = file
    if (format !== 'pdf') return await openSource(toolkit, await imagePages(bytes, 'fit', maxPixels))
    return await openSource(toolkit, bytes, passwords[index])
  } catch (error) {
    if (!(error instanceof EngineFailure)) throw error
    throw new EngineFailure(error.code, sentence`File ${index + 1}: ${nested(error.message)}`, {
      cause: error.cause,
    })
  }
}

/** Whether it is all pages of the first file in order, in any rotation. */
const isSame = (pages: ResultPages, total: number): boolean =>
  pages.length === total &&
  pages.every((page, index) => !('blank' in page) && page.file === 0 && page.page === index + 1)

/** qpdf arguments for rotated pages, by position in the result. */
function turns(pages: ResultPages): string[] {
  return [90, 180, 270].flatMap((angle) => {
    const places = pages.flatMap((page, index) => ('rotate' in page && page.rotate === angle ? [index] : []))
    return places.length === 0 ? [] : [`--rotate=+${angle}:${rangeOf(places)}`]
  })
}

/** qpdf arguments for files and page ranges. */
function grouped(places: readonly { name: string; page: number }[]): string[] {
  const args: string[] = []
  for (let start = 0; start < places.length; ) {
    const { name = '' } = places[start] ?? {}
    let end = start
    while (places[end]?.name === name) end++
    args.push(name, rangeOf(places.slice(start, end).map(({ page }) => page)))
    start = end
  }
  return args
}

/** One blank sheet per requested size. */
async function blankSheets(pages: ResultPages) {
  const document = await PDFDocument.create()
  const places = new Map<string, number>()
  const key = ({ width, height }: { width: number; height: number }) => `${width} ${height}`
  for (const page of pages) {
    if (!('blank' in page) || places.has(key(page.blank))) continue
    places.set(key(page.blank), places.size)
    document.addPage([page.blank.width, page.blank.height])
  }
  if (places.size === 0) document.addPage()
  return {
    bytes: await document.save(),
    place: (size: { width: number; height: number }) => places.get(key(size)) ?? 0,
  }
}

const refused = (message: Sentence) => new EngineFailure('option_refused', message)

const noSuchFile = (index: number, count: number) =>
  refused(
    count === 1
      ? sentence`File ${index} is named, and only the PDF itself came. Send the file along, or leave it out.`
      : sentence`File ${index} is named, and only ${count - 1} came besides the PDF. Send the file along, or leave it out.`,
  )

function noSuchPage(file: number, page: number, has: number): EngineFailure {
  const pages = plural(has, 'one page', '# pages')
  return refused(
    file === 0
      ? sentence`The PDF has ${pages}, so page ${page} cannot be taken. Choose pages from 1 to ${has}.`
      : sentence`File ${file} has ${pages}, so page ${page} cannot be taken. Choose pages from 1 to ${has}.`,
  )
}

/** The error for a mark, redaction or value on a page that the result doesn't have. */
export function pageMissing(what: 'mark' | 'redaction' | 'value', page: number, has: number): EngineFailure {
  const pages = plural(has, 'one page', '# pages')
  const messages = {
    mark: sentence`A mark is on page ${page}, and the result has ${pages}. Choose pages from 1 to ${has}.`,
    redaction: sentence`An area to redact is on page ${page}, and the result has ${pages}. Choose pages from 1 to ${has}.`,
    value: sentence`A value is on page ${page}, and the result has ${pages}. Choose pages from 1 to ${has}.`,
  }
  return refused(messages[what])
}
