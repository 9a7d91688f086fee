import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { serve } from '../../kernel/child-serve.ts'
import { EngineFailure } from '../../kernel/engine.ts'
import { DEFAULT_LIMITS } from '../../kernel/limits.ts'
import { sentence } from '../../kernel/sentence.ts'
import { readZipDirectory, readZipEntry } from '../../kernel/source/zip.ts'
import { startPdfium, withPdf } from '../pdf/pdfium.ts'

export interface IworkRequest {
  /** Names in `in` and `out`; the result's format is that of the preview. */
  input: string
  output: string
}

const MOST_BYTES = 100 * 1024 * 1024

/**
 * Best first: the PDF of older versions has all pages, the others show the first page in decreasing
 * sizes.
 */
const PREVIEWS = [
  'QuickLook/Preview.pdf',
  'preview.jpg',
  'QuickLook/Thumbnail.jpg',
  'preview-web.jpg',
  'preview-micro.jpg',
]

await serve<IworkRequest>({
  async warm() {},

  async run({ input, output }, report) {
    report(sentence`Looking for the preview`, null)
    const path = join('in', input)
    const entries = readZipDirectory(path, DEFAULT_LIMITS.zipEntries)
    for (const wanted of PREVIEWS) {
      const name = entries
        .map((entry) => entry.name)
        .find((one) => one === wanted || one.endsWith(`/${wanted}`))
      const bytes = name === undefined ? null : readZipEntry(path, entries, name, MOST_BYTES)
      if (!bytes || bytes.length === 0) continue
      writeFileSync(join('out', output), bytes)
      const pages = wanted.endsWith('.pdf') ? await pagesOf(bytes) : null
      return {
        files: [output],
        format: pages === null ? 'jpg' : 'pdf',
        ...(pages !== null && { pages }),
        warnings: [],
      }
    }
    throw entries.some(({ name }) => /(^|\/)\.iwp[hv]/.test(name)) ? locked() : withoutPreview()
  },
})

/**
 * Validates a PDF, which is passed on unchanged.
 * @throws EngineFailure source_damaged
 */
async function pagesOf(bytes: Uint8Array): Promise<number> {
  return withPdf({ pdfium: await startPdfium() }, bytes, (document) => document.pages)
}

const locked = () =>
  new EngineFailure(
    'source_encrypted',
    sentence`The file is password-protected and can’t be opened here. Save a copy without the password, with a preview, and convert that.`,
  )

const withoutPreview = () =>
  new EngineFailure(
    'source_unsupported',
    sentence`The file contains no preview, and its own format can’t be read here. Export it as PDF or in a Microsoft format from the program that made it.`,
  )
