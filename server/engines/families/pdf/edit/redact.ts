import { EngineFailure } from '../../../kernel/engine.ts'
import type { Report } from '../../../kernel/protocol.ts'
import { plural, type Sentence, sentence } from '../../../kernel/sentence.ts'
import { imagesOn } from '../images.ts'
import { heap, type PdfDocument, savePdf, withMemory, withPdf } from '../pdfium.ts'
import { rewrite } from '../qpdf.ts'
import type { Edited, PdfToolkit, Source } from '../toolkit.ts'
import {
  type Box,
  boxesOf,
  findHits,
  normal,
  type RedactOptions,
  readPage,
  type Sought,
  soughtBy,
  type Term,
} from './find.ts'
import { flattenPdf } from './flatten.ts'
import { paintPages } from './paint.ts'
import { type Areas, boundsOf, isLeftIn, overlap, tellingPages } from './redact-areas.ts'
import { scrub, textsSay } from './scrub.ts'

/** The matches on a page. */
interface Found {
  boxes: Box[]
  texts: string[]
  terms: Term[]
}

/**
 * Redacts words.
 * @throws `option_refused` if none is found
 */
export async function redactPdf(
  toolkit: PdfToolkit,
  source: Source,
  options: RedactOptions,
  maxPixels: number,
  report: Report,
): Promise<Edited> {
  const sought = soughtBy(options)
  if (sought.terms.length === 0 && sought.presets.length === 0)
    throw new EngineFailure(
      'option_refused',
      sentence`Say which words to redact, or choose a kind of number or address.`,
    )
  return await redactAll(toolkit, source, sought, new Map(), maxPixels, report)
}

/**
 * Redacts words and boxes permanently, on pages and in all other data of the document. Flattens
 * forms and annotations first. A page that still has redacted content, or an image or drawing below
 * it, becomes an image. The result is searched twice, in two ways.
 * @throws `output_wrong` if a match remains
 */
export async function redactAll(
  toolkit: PdfToolkit,
  source: Source,
  sought: Sought,
  areas: Areas,
  maxPixels: number,
  report: Report,
): Promise<Edited> {
  const flat = await flattenPdf(toolkit, source)
  const { bytes, found } = removeText(toolkit, flat.bytes, sought, areas, report)
  // Texts that a pattern matched are now search terms too.
  const terms = [...sought.terms, ...[...found.values()].flatMap((one) => one.terms)]
  const exact = {
    terms: [...new Map(terms.map((term) => [JSON.stringify(term), term])).values()],
    presets: [],
  }
  const says = (text: string) => exact.terms.length > 0 && findHits(plain(text), exact).length > 0
  if (found.size === 0 && !(await textsSay(await unpacked(toolkit, source.bytes), says))) throw nothing()

  report(sentence`Removing what lies beside the pages`, null)
  const clean = async (from: Uint8Array) =>
    await rewrite(toolkit.qpdf, ['--object-streams=generate', '/source.pdf', '/result.pdf'], {
      'source.pdf': await scrub(from, says),
    })
  let result = await clean(bytes)
  const painted = await pagesToPaint(toolkit, result, exact, found, areas)
  if (painted.size > 0) result = await clean(await paintPages(toolkit, result, painted, maxPixels, report))

  report(sentence`Searching the result`, null)
  const laidOpen = await unpacked(toolkit, result)
  if (searchPages(toolkit, result, exact).size > 0 || (await textsSay(laidOpen, says))) throw left()
  const open = new Map([...areas].filter(([index]) => !painted.has(index)))
  if ((await pagesWithMore(toolkit, result, laidOpen, open)).size > 0) throw left()
  const imagePages = [...painted.keys()].map((index) => index + 1).sort((a, b) => a - b)
  return {
    bytes: result,
    pages: source.pages,
    imagePages,
    warnings: wordsAbout(sought.terms, found, areas, imagePages),
  }
}

function plain(text: string) {
  const flat = normal(text).replace(/\s+/g, ' ')
  return { text: flat, origin: Array.from({ length: flat.length }, (_, index) => index) }
}

/**
 * The file with uncompressed streams and without image data, which could match a word by chance.
 */
async function unpacked(toolkit: PdfToolkit, bytes: Uint8Array): Promise<Uint8Array> {
  const apart = ['--externalize-inline-images', '--ii-min-bytes=0']
  return await rewrite(
    toolkit.qpdf,
    ['--qdf', '--object-streams=disable', ...apart, '/source.pdf', '/result.pdf'],
    { 'source.pdf': bytes },
  )
}

function removeText(toolkit: PdfToolkit, bytes: Uint8Array, sought: Sought, areas: Areas, report: Report) {
  const { pdfium } = toolkit
  return withPdf(toolkit, bytes, (document) => {
    const found = new Map<number, Found>()
    for (let index = 0; index < document.pages; index++) {
      report(sentence`Redacting page ${index + 1} of ${document.pages}`, index / document.pages)
      const hits = searchPage(toolkit, document, index, sought)
      const marked = areas.get(index)
      if (!hits && !marked) continue
      const here = {
        boxes: [...(hits?.boxes ?? []), ...(marked ?? [])],
        texts: hits?.texts ?? [],
        terms: hits?.terms ?? [],
      }
      found.set(index, here)
      document.page(index, (page) => {
        for (const box of here.boxes) redactBox(toolkit, page, box)
        removeMarks(toolkit, page)
        pdfium.FPDFPage_GenerateContent(page)
      })
    }
    return { bytes: savePdf(pdfium, document.handle), found }
  })
}

/** Removes the content of a box, also within forms, and draws black there. */
function redactBox({ pdfium }: PdfToolkit, page: number, [left, top, right, bottom]: Box): void {
  withMemory(pdfium, 16, (at) => {
    const view = new DataView(heap(pdfium).buffer, at, 16)
    for (const [index, value] of [left, top, right, bottom].entries()) view.setFloat32(4 * index, value, true)
    pdfium.EPDFText_RedactInRect(page, at, true, true)
  })
}

/**
 * Removes marked content: its `ActualText` may repeat redacted text. Also removes the structure
 * tree, to which the marks belong.
 */
function removeMarks({ pdfium }: PdfToolkit, page: number): void {
  const objects = pdfium.FPDFPage_CountObjects(page)
  for (let at = 0; at < objects; at++) {
    const object = pdfium.FPDFPage_GetObject(page, at)
    for (let mark = pdfium.FPDFPageObj_CountMarks(object) - 1; mark >= 0; mark--)
      pdfium.FPDFPageObj_RemoveMark(object, pdfium.FPDFPageObj_GetMark(object, mark))
  }
}

function searchPage(
  { pdfium }: PdfToolkit,
  document: PdfDocument,
  index: number,
  sought: Sought,
): Found | null {
  return document.page(index, (page) => {
    const textPage = pdfium.FPDFText_LoadPage(page)
    if (!textPage) return null
    try {
      const hits = findHits(readPage(pdfium, textPage), sought)
      if (hits.length === 0) return null
      return {
        boxes: hits.flatMap((hit) => boxesOf(pdfium, textPage, hit)),
        texts: hits.map(({ text }) => text),
        terms: hits.map(({ term }) => term),
      }
    } finally {
      pdfium.FPDFText_ClosePage(textPage)
    }
  })
}

function searchPages(toolkit: PdfToolkit, bytes: Uint8Array, sought: Sought): Map<number, Found> {
  return withPdf(toolkit, bytes, (document) => {
    const found = new Map<number, Found>()
    for (let index = 0; index < document.pages; index++) {
      const here = searchPage(toolkit, document, index, sought)
      if (here) found.set(index, here)
    }
    return found
  })
}

/** Pages with remaining matches, or with an image below redacted text, and the boxes to blacken. */
async function pagesToPaint(
  toolkit: PdfToolkit,
  bytes: Uint8Array,
  sought: Sought,
  found: ReadonlyMap<number, Found>,
  areas: Areas,
): Promise<Map<number, Box[]>> {
  const painted = new Map<number, Box[]>()
  const more = await pagesWithMore(toolkit, bytes, await unpacked(toolkit, bytes), areas)
  for (const [index, { boxes }] of searchPages(toolkit, bytes, sought)) painted.set(index, boxes)
  withPdf(toolkit, bytes, (document) => {
    for (const [index, { boxes }] of found) {
      const images = document.page(index, (page) => imagesOf(toolkit, page)) ?? []
      if (
        more.has(index) ||
        painted.has(index) ||
        images.some((image) => boxes.some((box) => overlap(image, box)))
      )
        painted.set(index, [...boxes, ...(painted.get(index) ?? [])])
    }
  })
  return painted
}

/**
 * Pages with remaining content in their areas, drawn or as undrawn text. `laidOpen` is the file
 * with uncompressed streams.
 */
async function pagesWithMore(
  toolkit: PdfToolkit,
  bytes: Uint8Array,
  laidOpen: Uint8Array,
  areas: Areas,
): Promise<Set<number>> {
  if (areas.size === 0) return new Set()
  const telling = await tellingPages(laidOpen, areas.keys())
  return withPdf(
    toolkit,
    bytes,
    (document) =>
      new Set(
        [...areas].flatMap(([index, boxes]) =>
          telling.has(index) || isLeftIn(toolkit, document, index, boxes) ? [index] : [],
        ),
      ),
  )
}

/** Boxes of the images on a page; a form with an image counts as one. */
function imagesOf({ pdfium }: PdfToolkit, page: number): Box[] {
  return Array.from(imagesOn(pdfium, page), ({ outermost }) => boundsOf(pdfium, outermost) ?? [0, 0, 0, 0])
}

function wordsAbout(
  wanted: readonly Term[],
  found: ReadonlyMap<number, Found>,
  areas: Areas,
  imagePages: readonly number[],
): Sentence[] {
  const passages = [...found.values()].flatMap(({ texts }) => texts)
  const missing = wanted.filter(
    (term) => !passages.some((text) => findHits(plain(text), { terms: [term], presets: [] }).length > 0),
  )
  const marked = [...areas.values()].reduce((sum, boxes) => sum + boxes.length, 0)
  const removedAreas = plural(marked, '# area', '# areas')
  const removedPassages = plural(passages.length, '# passage', '# passages')
  const onPages = plural(found.size, '# page', '# pages')
  return [
    marked === 0
      ? sentence`${removedPassages} on ${onPages} removed, with all bookmarks, links, tags, attachments and information about the document.`
      : passages.length === 0
        ? sentence`${removedAreas} on ${onPages} removed, with all bookmarks, links, tags, attachments and information about the document.`
        : sentence`${removedAreas} and ${removedPassages} on ${onPages} removed, with all bookmarks, links, tags, attachments and information about the document.`,
    ...(wanted.length > 0 || passages.length > 0
      ? [sentence`Text inside images was not looked at: run text recognition first where pages are scans.`]
      : []),
    ...missing.map(({ text }) => sentence`"${text}" was not found on any page.`),
    ...becameImages(imagePages),
  ]
}

/** A long list of page numbers would not help. */
function becameImages(pages: readonly number[]): Sentence[] {
  if (pages.length === 0) return []
  if (pages.length === 1)
    return [sentence`Page ${pages[0] ?? ''} became an image, so that nothing stays below the black.`]
  if (pages.length > 20)
    return [sentence`${pages.length} pages became images, so that nothing stays below the black.`]
  const [first, last] = [pages.slice(0, -1).join(', '), pages.at(-1) ?? '']
  return [sentence`Pages ${first} and ${last} became images, so that nothing stays below the black.`]
}

const nothing = () =>
  new EngineFailure(
    'option_refused',
    sentence`None of this was found in the PDF, so there is nothing to redact. If its pages are scans, run text recognition on it first.`,
  )
const left = () =>
  new EngineFailure(
    'output_wrong',
    sentence`Something could not be removed completely, so no result was kept. Convert the pages to images and cover it there.`,
  )
