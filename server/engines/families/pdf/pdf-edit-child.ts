import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import type { PdfCheck } from '../../../../contract/pdf.ts'
import type { PdfEdits } from '../../../../contract/pdf-edits.ts'
import { serve } from '../../kernel/child-serve.ts'
import { EngineFailure } from '../../kernel/engine.ts'
import type { Report, StepResult } from '../../kernel/protocol.ts'
import { sentence } from '../../kernel/sentence.ts'
import { ZipWriter } from '../../kernel/zip-writer.ts'
import { type MergeOptions, mergeFiles } from './edit/merge.ts'
import { type EditOptions, runEdit } from './edit/run-edit.ts'
import { type SplitOptions, splitPdf } from './edit/split.ts'
import { damaged } from './failures.ts'
import { readFormFields } from './form/read-form.ts'
import { QpdfError } from './qpdf.ts'
import { saveEdits } from './save/save-edits.ts'
import type { SealOptions } from './seal/options.ts'
import { prepareSeal } from './seal/prepare-seal.ts'
import { type Edited, openSource, openToolkit, type PdfToolkit, proveResult } from './toolkit.ts'

export interface PdfEditRequest {
  operation: string
  /** The files in `in`, in order. */
  inputs: { name: string; format: string }[]
  /** Base name of the result in `out`: a PDF, or an archive of PDFs. */
  output: string
  options: Record<string, unknown>
  maxPixels: number
}

let toolkit: PdfToolkit

await serve<PdfEditRequest>({
  async warm() {
    sharp.concurrency(1)
    sharp.cache(false)
    toolkit = await openToolkit()
  },

  async run(request, report) {
    report(sentence`Reading`, null)
    try {
      if (request.operation === 'split') return await split(request, report)
      if (request.operation === 'form_fields') return await formFields(request)
      if (request.operation === 'edit_check') return await checkEdits(request, report)
      return await edit(request, report)
    } catch (error) {
      // An error of qpdf on its own rewritten file means that the source is damaged.
      if (error instanceof QpdfError) throw damaged()
      throw error
    }
  },
})

async function edit(request: PdfEditRequest, report: Report): Promise<StepResult> {
  const { operation, options, maxPixels } = request
  const files = read(request)
  const [first] = files
  if (!first) throw new EngineFailure('internal', sentence`No file was given. Choose a file, then try again.`)
  const edited: Edited =
    operation === 'edit'
      ? await saveEdits({ toolkit, maxPixels, report }, files, options as unknown as PdfEdits)
      : operation === 'seal'
        ? await prepareSeal({ toolkit, maxPixels, report }, files, options as unknown as SealOptions)
        : operation === 'merge'
          ? await mergeFiles(toolkit, files, options as unknown as MergeOptions, maxPixels, report)
          : await runEdit(
              { toolkit, maxPixels, report },
              operation,
              first.bytes,
              options as unknown as EditOptions[keyof EditOptions],
            )
  // These two check their results themselves and may retry.
  if (operation !== 'edit' && operation !== 'seal') {
    report(sentence`Checking the result`, null)
    await proveResult(toolkit, edited)
  }
  const name = `${request.output}.pdf`
  writeFileSync(join('out', name), edited.bytes)
  return { files: [name], pages: edited.pages, warnings: edited.warnings.slice(0, 200) }
}

/** Produces the result and reports on it without keeping it. */
async function checkEdits(request: PdfEditRequest, report: Report): Promise<StepResult> {
  const { options, maxPixels, output } = request
  const edits = options as unknown as PdfEdits
  const { bytes, pages, imagePages, warnings } = await saveEdits(
    { toolkit, maxPixels, report },
    read(request),
    edits,
  )
  const check = {
    pages,
    size_bytes: bytes.length,
    picture_pages: imagePages ?? [],
    warnings: warnings.slice(0, 200),
  } satisfies Omit<PdfCheck, 'warning_messages'>
  const name = `${output}.json`
  writeFileSync(join('out', name), JSON.stringify(check))
  return { files: [name], pages, warnings: [] }
}

async function formFields(request: PdfEditRequest): Promise<StepResult> {
  const [first] = read(request)
  if (!first) throw new EngineFailure('internal', sentence`No file was given. Choose a file, then try again.`)
  const form = await readFormFields(toolkit, first.bytes, String(request.options.password ?? ''))
  const name = `${request.output}.json`
  writeFileSync(join('out', name), JSON.stringify(form))
  return { files: [name], pages: form.pages, warnings: [] }
}

async function split(request: PdfEditRequest, report: Report): Promise<StepResult> {
  const [first] = read(request)
  if (!first) throw new EngineFailure('internal', sentence`No file was given. Choose a file, then try again.`)
  const source = await openSource(toolkit, first.bytes)
  const name = `${request.output}.zip`
  const zip = new ZipWriter(join('out', name))
  let pages = 0
  for await (const part of splitPdf(toolkit, source, request.options as unknown as SplitOptions, report)) {
    await proveResult(toolkit, { ...part, warnings: [] })
    zip.add(part.name, part.bytes)
    pages += part.pages
  }
  zip.close()
  return { files: [name], format: 'zip', entries: zip.entries, pages, warnings: source.warnings }
}

function read({ inputs }: PdfEditRequest): { bytes: Uint8Array; format: string }[] {
  return inputs.map(({ name, format }) => ({ bytes: readFileSync(join('in', name)), format }))
}
