import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib'
import sharp from 'sharp'
import { vi } from 'vitest'
import {
  type EditName,
  type EditOptions,
  runEdit,
} from '../../../server/engines/families/pdf/edit/run-edit.ts'
import { PdfInspection } from '../../../server/engines/families/pdf/inspection.ts'
import { startPdfium } from '../../../server/engines/families/pdf/pdfium.ts'
import { loadQpdf } from '../../../server/engines/families/pdf/qpdf.ts'
import { type Edited, type PdfToolkit, proveResult } from '../../../server/engines/families/pdf/toolkit.ts'
import type { JobOutput } from '../../../server/engines/kernel/engine.ts'
import { type EngineHarness, plainly } from './helpers.ts'

export const hasPoppler = existsSync('/usr/bin/pdftotext')
export const hasQpdf = existsSync('/usr/bin/qpdf')

/** What another program says about a file; its output as text. */
export function said(program: string, ...args: string[]): string {
  return spawnSync(program, args, { encoding: 'latin1', timeout: 20_000 }).stdout
}

/** The writings in which the word is anywhere in the bytes, packed or not. */
export function leaks(path: string, word: string): string[] {
  const bytes = readFileSync(path)
  const parts = [bytes.toString('latin1')]
  for (const { index } of parts[0]?.matchAll(/stream\r?\n/g) ?? []) {
    const start = index + (bytes[index + 6] === 13 ? 8 : 7)
    try {
      parts.push(inflateSync(bytes.subarray(start), { finishFlush: 2 }).toString('latin1'))
    } catch {
      // Not packed, or not so.
    }
  }
  const forms = [
    word,
    Buffer.from(word, 'utf16le').toString('latin1'),
    Buffer.from(word, 'utf16le').swap16().toString('latin1'),
  ]
  const written = forms.flatMap((form) => [form.toLowerCase(), Buffer.from(form, 'latin1').toString('hex')])
  const all = parts.join('\n').toLowerCase()
  return written.filter((form) => all.includes(form))
}

/** A PDF with one line of text on each page, and bookmarks to some of them (page, title). */
export async function pagesOf(
  texts: readonly string[],
  size: [number, number] = [300, 200],
): Promise<PDFDocument> {
  const document = await PDFDocument.create()
  const font = await document.embedFont(StandardFonts.Helvetica)
  for (const text of texts) document.addPage(size).drawText(text, { x: 20, y: size[1] - 50, size: 14, font })
  return document
}

/** An image of noise, which no lossless packing makes small. */
export function noise(width: number, height: number) {
  const data = Buffer.alloc(width * height * 3)
  let state = 1
  for (let index = 0; index < data.length; index++) {
    state = (Math.imul(state, 1664525) + 1013904223) | 0
    data[index] = state >>> 24
  }
  return sharp(data, { raw: { width, height, channels: 3 } })
}

/** Runs operations on PDFs, and reads what came of it. */
export class PdfShop {
  readonly #shop: EngineHarness
  #jobs = 0

  #toolkit: PdfToolkit | null = null

  constructor(shop: EngineHarness) {
    this.#shop = shop
  }

  async file(name: string, document: PDFDocument): Promise<string> {
    return this.#shop.file(name, await document.save())
  }

  run(operation: string, path: string, options: Record<string, unknown> = {}, target = 'pdf') {
    return this.#shop.convert(path, target, options, { operation })
  }

  /** An operation on several files, each with its format. */
  async runAll(
    operation: string,
    files: readonly [path: string, format: string][],
    options: Record<string, unknown> = {},
  ): Promise<JobOutput> {
    const folder = join(this.#shop.folder, `several-${++this.#jobs}`)
    mkdirSync(folder)
    const inputs = files.map(([path, format], index) => {
      const input = join(folder, `input-${index}`)
      copyFileSync(path, input)
      return { path: input, format }
    })
    const job = { owner: 'owner', folder, operation, inputs, target: 'pdf', options }
    const { signal } = new AbortController()
    return await plainly(this.#shop.engines.run(job, { signal, onProgress: () => {} }))
  }

  /** The text of each page. */
  async texts({ path, pages = 1 }: Pick<JobOutput, 'path' | 'pages'>): Promise<string[]> {
    const texts: string[] = []
    for (let page = 1; page <= pages; page++) {
      const made = await this.#shop.convert(path, 'txt', { pages: String(page) }).catch(() => null)
      texts.push(made ? readFileSync(made.path, 'utf8').trim() : '')
    }
    return texts
  }

  /** A document of five pages, `One` to `Five`, with the title `Counting`. */
  async five(): Promise<string> {
    const document = await pagesOf(['One', 'Two', 'Three', 'Four', 'Five'])
    document.setTitle('Counting')
    return await this.file('five.pdf', document)
  }

  /**
   * An operation in this process, which no failure costs a child. Its options are checked as the
   * server checks them.
   */
  async here(operation: string, path: string, options: Record<string, unknown>): Promise<Edited> {
    // qpdf says what it thinks of a file; a child's words go to the log.
    for (const level of ['log', 'error'] as const) vi.spyOn(console, level).mockReturnValue()
    this.#toolkit ??= { pdfium: await startPdfium(), qpdf: await loadQpdf() }
    const { engines } = this.#shop
    const entry = engines.operations({ from: 'pdf', to: 'pdf' }).find((one) => one.operation === operation)
    const checked = entry && engines.checkOptions(entry, options)
    if (!checked?.ok) throw new Error(`${operation} does not take ${JSON.stringify(options)}`)
    const edited = await runEdit(
      { toolkit: this.#toolkit, maxPixels: 1e8, report: () => {} },
      operation,
      readFileSync(path),
      checked.options as unknown as EditOptions[EditName],
    )
    await proveResult(this.#toolkit, edited)
    return edited
  }

  async inspect(path: string) {
    const report = await this.run('inspect', path, {}, 'json')
    return PdfInspection.parse(JSON.parse(readFileSync(report.path, 'utf8')))
  }

  /** A page as an image in shades of grey. */
  async grey(path: string, page = 1, dpi = 72) {
    const made = await this.#shop.convert(path, 'png', { pages: String(page), dpi })
    return await sharp(made.path).grayscale().raw().toBuffer({ resolveWithObject: true })
  }
}
