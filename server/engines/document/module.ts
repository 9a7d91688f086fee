import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { npmPackage, programmeAt } from '../engine-package.ts'
import { conversion } from '../entry.ts'
import type { CatalogEntry, Engine, EngineModule } from '../module.ts'
import { packageFolder, packageVersion } from '../packages.ts'
import { convertDocument, typesetDocument } from './convert.ts'
import { READERS, WRITERS } from './formats.ts'
import { PDF_OPTIONS, WRITER_OPTIONS } from './options.ts'

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
    // The package's own version says little; the program's stands in a file beside it.
    const file = join(folder, 'pandoc-version.txt')
    return {
      version: existsSync(file) ? readFileSync(file, 'utf8').trim() : packageVersion('pandoc-wasm'),
    }
  },
}

const typst = npmPackage('@myriaddreamin/typst-ts-web-compiler', {
  name: 'Typst',
  family: 'document',
  licence: 'Apache-2.0',
  adds: 'PDF from text documents, by their content',
})

export const documentEngines: EngineModule = {
  engines: [pandoc, typst],

  entries(installed) {
    if (!installed.has('pandoc')) return []
    const readable = Object.keys(READERS)
    const entries: CatalogEntry[] = Object.entries(WRITERS).map(([target, { group }]) =>
      conversion({
        family: 'document',
        engine: 'pandoc',
        from: readable.filter((format) => format !== target),
        target,
        schema: WRITER_OPTIONS[group],
        kinds: ['pandoc'],
        run: convertDocument,
      }),
    )
    if (installed.has('Typst') && installed.has('PDFium')) {
      entries.push(
        conversion({
          family: 'document',
          engine: 'pandoc + Typst',
          from: readable,
          target: 'pdf',
          schema: PDF_OPTIONS,
          kinds: ['pandoc', 'typst'],
          run: typesetDocument,
        }),
      )
    }
    return entries
  },

  programmes: (installed) => [
    ...(installed.has('pandoc') ? [programmeAt('pandoc', 'document', 'pandoc-child.ts')] : []),
    ...(installed.has('Typst') && installed.has('PDFium')
      ? [programmeAt('typst', 'document', 'typst-child.ts')]
      : []),
  ],
}
