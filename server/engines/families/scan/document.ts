import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  concatTransformationMatrix,
  drawObject,
  PDFDocument,
  type PDFOperator,
  type PDFPage,
  PDFRawStream,
  type PDFRef,
  popGraphicsState,
  pushGraphicsState,
} from '@cantoo/pdf-lib'
import type { Report, StepResult } from '../../kernel/protocol.ts'
import { type Sentence, sentence } from '../../kernel/sentence.ts'
import { PageWords } from '../ocr/words.ts'
import { type Bookmark, writeOutline } from '../pdf/outline.ts'
import { type PdfToolkit, proveResult } from '../pdf/toolkit.ts'
import type { PageFacts } from './page.ts'
import { TextLayer } from './text-layer.ts'

export interface DocumentRequest {
  step: 'document'
  /**
   * File names in `in` that `makePage` wrote; `words` has the OCR result, if any. `joins`: it
   * belongs on the previous page.
   */
  pages: { facts: string; image: string; words: string | null; joins: boolean }[]
  title: string
  output: string
}

const LONGEST_TITLE = 80

/**
 * Combines rectified pages with their OCR text.
 * @throws `output_wrong`
 */
export async function makeDocument(
  toolkit: PdfToolkit,
  request: DocumentRequest,
  report: Report,
): Promise<StepResult> {
  report(sentence`Putting together`, null)
  const document = await PDFDocument.create()
  if (request.title !== '') document.setTitle(request.title, { showInWindowTitleBar: true })
  document.setCreator('Filewright')
  const layer = new TextLayer(document)
  const outline: Bookmark[] = []
  const doubtful: number[] = []
  let hasText = false
  for (const one of request.pages) {
    const facts = JSON.parse(readFileSync(join('in', one.facts), 'utf8')) as PageFacts
    const last = document.getPages().at(-1)
    const page = one.joins && last ? last : document.addPage([facts.page.width, facts.page.height])
    const number = document.getPageCount()
    place(page, await embed(document, facts.image, readFileSync(join('in', one.image))), facts)
    const words = one.words && PageWords.parse(JSON.parse(readFileSync(join('in', one.words), 'utf8')))
    if (words && words.lines.length > 0) {
      hasText = true
      const name = page.node.newFontDictionary('Text', layer.font)
      page.pushOperators(...layer.operators(words, facts.pixels, facts.box, name))
    }
    if (words && (words.lines.length === 0 || words.confidence < DOUBTFUL)) doubtful.push(number)
    if (page !== last) outline.push({ title: titleOf(words, number), page: number - 1, children: [] })
  }
  if (hasText) layer.finish()
  const pages = document.getPageCount()
  const bytes = await writeOutline(
    toolkit.qpdf,
    await document.save({ addDefaultPage: false }),
    pages > 1 ? outline : [],
  )
  await proveResult(toolkit, { bytes, pages, warnings: [] })
  writeFileSync(join('out', request.output), bytes)
  return { files: [request.output], pages, warnings: doubts(doubtful) }
}

/** Below this confidence a warning suggests checking the text. */
const DOUBTFUL = 60

function doubts(pages: readonly number[]): Sentence[] {
  if (pages.length === 0) return []
  const listed = pages.slice(0, 20).join(', ')
  return [
    pages.length > 20
      ? sentence`The text of page ${listed} and others is uncertain or missing. Compare it with the scan.`
      : sentence`The text of page ${listed} is uncertain or missing. Compare it with the scan.`,
  ]
}

/** The first line of a page, or its number. */
function titleOf(words: PageWords | '' | null, number: number): string {
  const line = words ? words.lines[0] : undefined
  const text = line?.words
    .map((word) => word.text)
    .join(' ')
    .trim()
  return text ? `${number}. ${text.slice(0, LONGEST_TITLE)}` : `Page ${number}`
}

async function embed(document: PDFDocument, image: PageFacts['image'], bytes: Uint8Array): Promise<PDFRef> {
  if (image.kind === 'jpeg') return (await document.embedJpg(bytes)).ref
  const { context } = document
  const { width, height, blackIs1 } = image
  const dictionary = context.obj({
    Type: 'XObject',
    Subtype: 'Image',
    Width: width,
    Height: height,
    ColorSpace: 'DeviceGray',
    BitsPerComponent: 1,
    Filter: 'CCITTFaxDecode',
    DecodeParms: { K: -1, Columns: width, Rows: height, BlackIs1: blackIs1 },
  })
  return context.register(PDFRawStream.of(dictionary, bytes))
}

/** Draws an image into its box; G4 padding extends beyond the right and lower side. */
function place(page: PDFPage, image: PDFRef, { box, pixels, image: coded }: PageFacts): void {
  const name = page.node.newXObject('Image', image)
  const [across, down] =
    coded.kind === 'g4' ? [coded.width / pixels.width, coded.height / pixels.height] : [1, 1]
  const [width, height] = [box.width * across, box.height * down]
  const round = (value: number) => Number(value.toFixed(4))
  const operators: PDFOperator[] = [
    pushGraphicsState(),
    concatTransformationMatrix(
      round(width),
      0,
      0,
      round(height),
      round(box.x),
      round(box.y + box.height - height),
    ),
    drawObject(name),
    popGraphicsState(),
  ]
  page.pushOperators(...operators)
}
