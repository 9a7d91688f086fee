import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'
import { VIEWER_FONTS } from './viewer-fonts.ts'

const manifest = createRequire(import.meta.url).resolve('pdfjs-dist/package.json')
const folder = dirname(manifest)
const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }

/** Read by the worker of pdf.js by name, when a file needs them; no import leads to them. */
const FOLDERS = {
  cmaps: /\.bcmap$/,
  // Symbol, ZapfDingbats and Helvetica; Times and Courier are among ours.
  standard_fonts: /^Foxit(Symbol|Dingbats)\.pfb$|\.ttf$/,
  iccs: /\.icc$/,
  // JPEG 2000, JBIG2 and colour profiles, with what takes their place in a browser that refuses
  // WebAssembly. Nothing of scripts.
  wasm: /^(openjpeg|jbig2|qcms_bg)\.wasm$|_nowasm_fallback\.js$/,
}

/** Everything by its name under the folder: `cmaps/…` → where it is. */
const files = new Map(
  Object.entries(FOLDERS).flatMap(([name, wanted]) =>
    readdirSync(join(folder, name))
      .filter((file) => wanted.test(file))
      .map((file) => [`${name}/${file}`, join(folder, name, file)]),
  ),
)
for (const [name, path] of VIEWER_FONTS) files.set(`standard_fonts/${name}`, path)

/**
 * Lays what pdf.js reads by name beside the build's own files, under a name that changes with its
 * version.
 */
export const pdfFiles: Plugin = {
  name: 'pdf-files',
  generateBundle() {
    for (const [name, path] of files)
      this.emitFile({ type: 'asset', fileName: `assets/pdf-${version}/${name}`, source: readFileSync(path) })
  },
  configureServer({ middlewares }) {
    middlewares.use(`/assets/pdf-${version}`, (request, response, next) => {
      const path = files.get((request.url ?? '').split('?')[0]!.slice(1))
      if (!path) return next()
      if (path.endsWith('.js')) response.setHeader('content-type', 'text/javascript')
      response.end(readFileSync(path))
    })
  },
}
