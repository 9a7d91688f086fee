import { type PdfDocument, type Pdfium, readText } from '../pdfium.ts'
import { visibleBox } from '../visible-box.ts'
import { apply, displayMatrix, type Matrix, sound, transformed, uprightMatrix } from './frame.ts'
import { heightOf, widthOf } from './geometry.ts'
import type { Glyph, ImageBlock, RawPage, Rule } from './model.ts'
import { pageObjects } from './page-objects.ts'
import { type DirectedGlyph, readGlyphs, type Styles } from './read-glyphs.ts'
import { drawImage, encodeImage, imageBox } from './read-image.ts'
import { addLinks } from './read-links.ts'
import { rulesOf } from './read-rules.ts'
import { readTags } from './read-tags.ts'
import { uprightColumns } from './vertical.ts'

/** FPDF_PAGEOBJ_PATH, _IMAGE */
const PATH = 2
const IMAGE = 3
const MAX_OBJECTS = 50_000
const MAX_RULES = 4000
const MAX_IMAGES = 200
/** With more complex paths than this a page has a drawing. */
const MAX_PATHS = 12
/** An image that covers this fraction of a page is a scan. */
const MOST = 0.6
/** A scanned page with at most this many letters has no text. */
const FEW = 8

/** What was lost of a page. */
export interface Losses {
  unreadableImages: number
  askew: number
  scans: number
  /** Pages with drawings other than tables. */
  drawings: number
}

export const noLosses = (): Losses => ({ unreadableImages: 0, askew: 0, scans: 0, drawings: 0 })

/** The matrix to displayed coordinates (origin top left), and the size in points. */
function displayOf(pdfium: Pdfium, page: number): { matrix: Matrix; width: number; height: number } {
  const display = displayMatrix(visibleBox(pdfium, page), pdfium.FPDFPage_GetRotation(page) & 3)
  if (sound(...display.matrix, display.width, display.height) && display.width > 1 && display.height > 1)
    return display
  return displayMatrix([0, 0, 595, 842], 0)
}

/** Whether a page is an image without text, which needs OCR. */
export function isScan(pdfium: Pdfium, page: number): boolean {
  const text = pdfium.FPDFText_LoadPage(page)
  const characters = text ? pdfium.FPDFText_CountChars(text) : 0
  if (text) pdfium.FPDFText_ClosePage(text)
  if (characters > FEW) return false
  const display = displayOf(pdfium, page)
  for (const object of pageObjects(pdfium, page, MAX_OBJECTS)) {
    if (object.type !== IMAGE) continue
    const box = imageBox(pdfium, object, display.matrix)
    if (box && widthOf(box) * heightOf(box) > MOST * display.width * display.height) return true
  }
  return false
}

/** Reads the characters, lines, images, links and tags of a page. Throws no errors of its own. */
export async function readPage(
  pdfium: Pdfium,
  document: PdfDocument,
  page: number,
  index: number,
  known: Styles,
  losses: Losses,
  maxPixels: number,
): Promise<RawPage> {
  const display = displayOf(pdfium, page)
  const all = readGlyphs(pdfium, page, display, known)
  addLinks(pdfium, document, page, display.matrix, all)
  const tags = readTags(pdfium, page)
  losses.askew += all.filter(({ direction }) => direction === null).length
  const groups = [0, 1, 2, 3].map((direction) => all.filter((glyph) => (glyph.direction ?? 0) === direction))
  const main = groups.reduce((most, group, at) => (group.length > (groups[most]?.length ?? 0) ? at : most), 0)
  const turned = (direction: number) =>
    uprightMatrix(direction as 0 | 1 | 2 | 3, display.width, display.height)
  const frame = turned(main)
  const sideways = main % 2 === 1
  const size = sideways
    ? { width: display.height, height: display.width }
    : { width: display.width, height: display.height }
  const hasLayer = all.filter(({ invisible }) => invisible).length > FEW
  const rules: Rule[] = []
  const images: ImageBlock[] = []
  let paths = 0
  for (const object of pageObjects(pdfium, page, MAX_OBJECTS)) {
    if (object.type === PATH && rules.length < MAX_RULES) {
      const found = rulesOf(pdfium, object, display.matrix)
      if (found.length === 0) paths++
      for (const { box, vertical } of found)
        rules.push({ box: transformed(frame, box), vertical: vertical !== sideways })
    }
    if (object.type !== IMAGE || images.length >= MAX_IMAGES) continue
    const place = imageBox(pdfium, object, display.matrix)
    if (!place || !onPage(place, display)) continue
    // The OCR text layer of a scan replaces its image.
    if (hasLayer && widthOf(place) * heightOf(place) > MOST * display.width * display.height) {
      losses.scans++
      continue
    }
    const drawn = drawImage(pdfium, document, page, object, display.matrix, maxPixels)
    if (!drawn) losses.unreadableImages++
    else {
      const description = tags.alternatives.get(pdfium.FPDFPageObj_GetMarkedContentID(object.handle)) ?? ''
      const image = await encodeImage({ ...drawn, description }, (360 - 90 * main) % 360)
      images.push({ ...image, box: transformed(frame, image.box) })
    }
  }
  if (paths > MAX_PATHS || rules.length >= MAX_RULES) losses.drawings++
  const glyphs = turn(groups[main] ?? [], frame)
  const columns = uprightColumns(glyphs, size.width)
  const others = groups.flatMap((group, direction) =>
    direction === main || group.length === 0 ? [] : [turn(group, turned(direction))],
  )
  return {
    index,
    ...size,
    glyphs: columns ? [] : glyphs,
    turned: columns ? [columns, ...others] : others,
    rules: rules.length < MAX_RULES ? rules : [],
    images,
    headings: tags.headings,
    label: readText(pdfium, (at, length) => pdfium.FPDF_GetPageLabel(document.handle, index, at, length)),
  }
}

const onPage = (
  box: { left: number; top: number; right: number; bottom: number },
  { width, height }: { width: number; height: number },
): boolean => box.right > 0 && box.bottom > 0 && box.left < width && box.top < height

/** Rotates characters to reading direction. */
const turn = (glyphs: readonly DirectedGlyph[], frame: Matrix): Glyph[] =>
  glyphs.map(({ direction: _, invisible: __, origin, ...glyph }) => ({
    ...glyph,
    box: transformed(frame, glyph.box),
    baseline: apply(frame, ...origin)[1],
  }))
