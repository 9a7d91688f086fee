import { PDFDocument } from '@cantoo/pdf-lib'
import { EngineFailure } from '../../../kernel/engine.ts'
import { sentence } from '../../../kernel/sentence.ts'
import { moveOutline, writeOutline } from '../outline.ts'
import { pagesOf } from '../page-range.ts'
import { PAPERS, type Paper } from '../paper.ts'
import { savePdf, withPdf } from '../pdfium.ts'
import { rewrite } from '../qpdf.ts'
import type { Edited, PdfToolkit, Source } from '../toolkit.ts'
import { visibleBox } from '../visible-box.ts'
import { outlineOf } from './arrange.ts'
import { sheetsOf } from './stamp.ts'

export interface ResizeOptions {
  paper: Paper
  turn: 'as_page' | 'portrait' | 'landscape'
}

/** Centers every page on a sheet of one paper size, scaled to fit. */
export async function resizePages(
  toolkit: PdfToolkit,
  source: Source,
  options: ResizeOptions,
): Promise<Edited> {
  const document = await PDFDocument.create()
  const [short, long] = PAPERS[options.paper]
  for (const { width, height } of sheetsOf(toolkit, source)) {
    const wide = options.turn === 'landscape' || (options.turn === 'as_page' && width > height)
    document.addPage(wide ? [long, short] : [short, long])
  }
  const laid = await rewrite(toolkit.qpdf, ['/sheets.pdf', '--overlay', '/source.pdf', '--', '/result.pdf'], {
    'sheets.pdf': await document.save(),
    'source.pdf': source.bytes,
  })
  const outline = moveOutline(outlineOf(toolkit, source), (page) => page)
  return { bytes: await writeOutline(toolkit.qpdf, laid, outline), pages: source.pages, warnings: [] }
}

export interface CropOptions {
  left: number
  top: number
  right: number
  bottom: number
  pages: string
}

const POINTS_PER_MM = 72 / 25.4
/** The minimum size of a cropped page, in points. */
const LEAST = 10

/**
 * Crops millimeters off the edges of pages as displayed. The cropped content is hidden but stays in
 * the file.
 */
export async function cropPages(toolkit: PdfToolkit, source: Source, options: CropOptions): Promise<Edited> {
  const { pdfium } = toolkit
  const cut = [options.left, options.bottom, options.right, options.top].map((mm) => mm * POINTS_PER_MM)
  if (cut.every((points) => points === 0))
    throw new EngineFailure(
      'option_refused',
      sentence`Say how much to cut off, in millimeters, on one side at least.`,
    )
  const pages = pagesOf(options.pages, source.pages)
  const saved = withPdf(toolkit, source.bytes, (document) => {
    for (const index of pages) {
      document.page(index, (page) => {
        const box = visibleBox(pdfium, page)
        // Rotates the sides with the page, a quarter turn at a time.
        const turns = pdfium.FPDFPage_GetRotation(page)
        const [left = 0, bottom = 0, right = 0, top = 0] = cut.map((_, side) => cut[(side + turns * 3) % 4])
        const cropped = [box[0] + left, box[1] + bottom, box[2] - right, box[3] - top] as const
        if (cropped[2] - cropped[0] < LEAST || cropped[3] - cropped[1] < LEAST) {
          throw new EngineFailure(
            'option_refused',
            sentence`Nothing would be left of page ${index + 1}. Cut off less.`,
          )
        }
        pdfium.FPDFPage_SetCropBox(page, ...cropped)
      })
    }
    return savePdf(pdfium, document.handle)
  })
  const bytes = await rewrite(toolkit.qpdf, ['--object-streams=generate', '/source.pdf', '/result.pdf'], {
    'source.pdf': saved,
  })
  return {
    bytes,
    pages: source.pages,
    warnings: [
      sentence`Cropped content is hidden but still in the file. To remove it permanently, redact it.`,
    ],
  }
}
