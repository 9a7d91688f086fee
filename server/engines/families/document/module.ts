import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Job, JobOutput } from '../../kernel/engine.ts'
import { npmPackage, workerProgramAt } from '../../kernel/engine-package.ts'
import { conversion, operation } from '../../kernel/entry.ts'
import type { Limits } from '../../kernel/limits.ts'
import type { CatalogEntry, Engine, EngineModule } from '../../kernel/module.ts'
import { packageFolder, packageVersion } from '../../kernel/packages.ts'
import type { StepRunner } from '../../kernel/run-step.ts'
import { PAGE_THUMBNAIL_OPTIONS } from '../../kernel/thumbnail-size.ts'
import { convertPdf } from '../pdf/convert.ts'
import { convertDocument, convertMarkdown, typesetDocument } from './convert.ts'
import { READERS, WRITERS } from './formats.ts'
import { typesetInvoice } from './invoice.ts'
import { PDF_OPTIONS, WRITER_OPTIONS } from './options.ts'
import { findPandoc } from './pandoc-program.ts'

/** More blocks than fit on a page; a preview doesn't typeset the rest. */
const FIRST_PAGE = 80

/** A thumbnail of the document's first typeset page. */
async function drawDocument(job: Job, run: StepRunner, limits: Limits): Promise<JobOutput> {
  const beginning = { ...job, target: 'pdf', options: PDF_OPTIONS.parse({}) }
  const pages = await typesetDocument(beginning, run, { blocks: FIRST_PAGE })
  const image = await convertPdf({ ...job, inputs: [pages] }, run, limits)
  return { ...image, warnings: [] }
}

const pandoc: Engine = {
  name: 'pandoc',
  family: 'document',
  licence: 'GPL-2.0-or-later',
  adds: 'all text documents into one another, and into pages',
  install: 'npm install pandoc-wasm @bjorn3/browser_wasi_shim',
  system: false,
  find() {
    const folder = packageFolder('pandoc-wasm')
    if (!folder || !packageFolder('@bjorn3/browser_wasi_shim')) return null
    if (!existsSync(join(folder, 'src', 'pandoc.wasm'))) return null
    // The program's version is in a separate file; the package version differs.
    const file = join(folder, 'pandoc-version.txt')
    return {
      version: existsSync(file) ? readFileSync(file, 'utf8').trim() : packageVersion('pandoc-wasm'),
    }
  },
}

/**
 * Several times as fast, but older than the bundled pandoc: used only where the results are equal.
 */
const warmPandoc: Engine = {
  name: 'native pandoc',
  family: 'document',
  licence: 'GPL-2.0-or-later',
  adds: 'Markdown as HTML in a fraction of the time',
  install: 'apt install pandoc',
  system: true,
  find: findPandoc,
}

const typst = npmPackage('@myriaddreamin/typst-ts-web-compiler', {
  name: 'Typst',
  family: 'document',
  licence: 'Apache-2.0',
  adds: 'PDF from text documents, by their content',
})

export const documentEngines: EngineModule = {
  engines: [pandoc, warmPandoc, typst],

  entries(installed) {
    if (!installed.has('pandoc')) return []
    // The last two need a conversion first, since pandoc has no reader for them.
    const readable = [...Object.keys(READERS), 'ods', 'odp']
    const family = 'document'
    const entries: CatalogEntry[] = Object.entries(WRITERS).map(([target, { group }]) =>
      conversion({
        family,
        engine: 'pandoc',
        from: readable.filter((format) => format !== target),
        target,
        schema: WRITER_OPTIONS[group],
        kinds: ['pandoc'],
        run: convertDocument,
      }),
    )
    if (installed.has(warmPandoc.name)) {
      entries.unshift(
        conversion({
          family,
          engine: warmPandoc.name,
          from: ['md', 'gfm'],
          target: 'html',
          schema: WRITER_OPTIONS.page,
          kinds: ['warm-pandoc'],
          run: convertMarkdown,
        }),
      )
    }
    if (installed.has('Typst') && installed.has('PDFium')) {
      entries.push(
        conversion({
          family,
          engine: 'pandoc + Typst',
          from: readable,
          target: 'pdf',
          schema: PDF_OPTIONS,
          kinds: ['pandoc', 'typst'],
          run: (job, run) => typesetDocument(job, run),
        }),
      )
      // Used only by the server, for the invoice of a purchase.
      entries.push(
        operation({
          family,
          engine: 'Typst',
          operation: 'invoice',
          label: 'Render invoice',
          from: ['json'],
          to: ['pdf'],
          schema: z.strictObject({}),
          kinds: ['typst'],
          run: typesetInvoice,
        }),
      )
      if (installed.has('sharp'))
        entries.push(
          operation({
            family,
            engine: 'pandoc + Typst + PDFium',
            operation: 'thumbnail',
            label: 'First page as image',
            from: readable,
            to: ['webp'],
            schema: PAGE_THUMBNAIL_OPTIONS,
            kinds: ['pandoc', 'typst', 'pdf'],
            run: drawDocument,
          }),
        )
    }
    return entries
  },

  workerPrograms: (installed) => [
    ...(installed.has('pandoc') ? [workerProgramAt('pandoc', 'document', 'pandoc-child.ts')] : []),
    ...(installed.has(warmPandoc.name)
      ? [{ ...workerProgramAt('warm-pandoc', 'document', 'warm-pandoc-child.ts'), spawns: true, keeps: true }]
      : []),
    ...(installed.has('Typst') && installed.has('PDFium')
      ? [workerProgramAt('typst', 'document', 'typst-child.ts')]
      : []),
  ],
}
