import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { EngineFailure } from '../../kernel/engine.ts'
import { sentence } from '../../kernel/sentence.ts'
import { heap, type Pdfium, startPdfium, withMemory } from '../pdf/pdfium.ts'
import type { Size } from './headers.ts'

/** A page in points, with the pixel size of its image. */
export interface Page extends Size {
  image: Size
}

/** FPDF_PAGEOBJ_IMAGE */
const IMAGE = 3

let pdfium: Promise<Pdfium> | null = null

/**
 * Verifies a PDF of images with PDFium, which didn't write it: number of pages, their sizes and
 * images. PDFium loads on first use, since most jobs don't need it.
 * @throws `output_wrong`
 */
export async function checkPages(path: string, expected: readonly Page[]): Promise<void> {
  pdfium ??= startPdfium()
  const found = pagesOf(await pdfium, path, expected.length)
  const right = expected.every((page, index) => {
    const { width = 0, height = 0, image } = found[index] ?? {}
    return (
      Math.abs(page.width - width) < 0.1 &&
      Math.abs(page.height - height) < 0.1 &&
      page.image.width === image?.width &&
      page.image.height === image.height
    )
  })
  if (found.length !== expected.length || !right)
    throw new EngineFailure(
      'output_wrong',
      sentence`The result could not be opened again. Try another target format.`,
      { cause: new Error(JSON.stringify(found.slice(0, 20))) },
    )
}

/**
 * The pages as PDFium reads them; empty for a truncated file. Reads the file on demand, since it
 * may be larger than the memory allows.
 */
function pagesOf(engine: Pdfium, path: string, most: number): Page[] {
  const file = openSync(path, 'r')
  const { size } = fstatSync(file)
  const read = engine.pdfium.addFunction((_: number, position: number, into: number, length: number) => {
    const target = heap(engine).subarray(into, into + length)
    return Number(readSync(file, target, 0, length, position >>> 0) === length)
  }, 'iiiii')
  try {
    // FPDF_FILEACCESS: length, callback and its first argument.
    return withMemory(engine, 12, (access) => {
      const fields = new DataView(heap(engine).buffer, access, 12)
      for (const [index, value] of [size, read, 0].entries()) fields.setUint32(4 * index, value, true)
      const document = endsWell(file, size) ? engine.FPDF_LoadCustomDocument(access, '') : 0
      if (!document) return []
      const pages = Math.min(engine.FPDF_GetPageCount(document), most + 1)
      const found = Array.from({ length: pages }, (_, index) => pageOf(engine, document, index))
      engine.FPDF_CloseDocument(document)
      return found
    })
  } finally {
    engine.pdfium.removeFunction(read)
    closeSync(file)
  }
}

/** PDFium silently repairs a file without its end. */
function endsWell(file: number, size: number): boolean {
  const end = Buffer.alloc(Math.min(size, 32))
  readSync(file, end, 0, end.length, size - end.length)
  return end.toString('latin1').trimEnd().endsWith('%%EOF')
}

function pageOf(engine: Pdfium, document: number, index: number): Page {
  const page = engine.FPDF_LoadPage(document, index)
  const image = { width: 0, height: 0 }
  if (!page) return { width: 0, height: 0, image }
  const object = engine.FPDFPage_CountObjects(page) === 1 ? engine.FPDFPage_GetObject(page, 0) : 0
  if (object && engine.FPDFPageObj_GetType(object) === IMAGE)
    withMemory(engine, 8, (at) => {
      engine.FPDFImageObj_GetImagePixelSize(object, at, at + 4)
      const pixels = new DataView(heap(engine).buffer, at, 8)
      image.width = pixels.getUint32(0, true)
      image.height = pixels.getUint32(4, true)
    })
  const size = { width: engine.FPDF_GetPageWidthF(page), height: engine.FPDF_GetPageHeightF(page) }
  engine.FPDF_ClosePage(page)
  return { ...size, image }
}
