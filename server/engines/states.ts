import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Installed } from './catalog.ts'
import type { EngineState } from './engine.ts'
import { packageFolder, packageVersion } from './packages.ts'

/** Which engines npm has put here. pandoc is an optional dependency: without it the catalog offers less. */
export function findInstalled(): Installed {
  const pandoc = packageFolder('pandoc-wasm')
  return {
    pandoc:
      pandoc !== null &&
      existsSync(join(pandoc, 'src', 'pandoc.wasm')) &&
      packageFolder('@bjorn3/browser_wasi_shim') !== null,
    typst: packageFolder('@myriaddreamin/typst-ts-web-compiler') !== null,
    pdfium: packageFolder('@embedpdf/pdfium') !== null,
    sharp: packageFolder('sharp') !== null,
  }
}

/** What an operator reads about the engines. */
export function engineStates(installed: Installed): EngineState[] {
  const install = (command: string, here: boolean) => (here ? {} : { install: command })
  return [
    {
      name: 'pandoc',
      family: 'document',
      version: pandocVersion(),
      licence: 'GPL-2.0-or-later',
      installed: installed.pandoc,
      ...install('npm install pandoc-wasm @bjorn3/browser_wasi_shim', installed.pandoc),
    },
    {
      name: 'Typst',
      family: 'document',
      version: packageVersion('@myriaddreamin/typst-ts-web-compiler'),
      licence: 'Apache-2.0',
      installed: installed.typst,
      ...install('npm install @myriaddreamin/typst-ts-web-compiler', installed.typst),
    },
    {
      name: 'PDFium',
      family: 'document',
      version: packageVersion('@embedpdf/pdfium'),
      licence: 'BSD-3-Clause',
      installed: installed.pdfium,
      ...install('npm install @embedpdf/pdfium', installed.pdfium),
    },
    {
      name: 'sharp',
      family: 'image',
      version: packageVersion('sharp'),
      licence: 'Apache-2.0',
      installed: installed.sharp,
      ...install('npm install sharp', installed.sharp),
    },
  ]
}

/** The package's own version says little; the program's stands in a file beside it. */
function pandocVersion(): string | null {
  const folder = packageFolder('pandoc-wasm')
  if (!folder) return null
  const file = join(folder, 'pandoc-version.txt')
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : packageVersion('pandoc-wasm')
}
