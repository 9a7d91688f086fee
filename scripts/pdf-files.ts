import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

const manifest = createRequire(import.meta.url).resolve('pdfjs-dist/package.json')
const folder = dirname(manifest)
const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }

/** Read by the worker of pdf.js by name, when a file needs them; no import leads to them. */
const FOLDERS = { cmaps: /\.bcmap$/, standard_fonts: /\.(pfb|ttf)$/, wasm: /nowasm_fallback\.js$/ }

/** Lays what pdf.js reads by name beside the build's own files, under a name that changes with its version. */
export const pdfFiles: Plugin = {
  name: 'pdf-files',
  generateBundle() {
    for (const [name, wanted] of Object.entries(FOLDERS))
      for (const file of readdirSync(join(folder, name)).filter((file) => wanted.test(file)))
        this.emitFile({
          type: 'asset',
          fileName: `assets/pdf-${version}/${name}/${file}`,
          source: readFileSync(join(folder, name, file)),
        })
  },
  configureServer({ middlewares }) {
    middlewares.use(`/assets/pdf-${version}`, (request, response, next) => {
      const [, name = '', file = ''] = (request.url ?? '').split('?')[0]!.split('/')
      const wanted = FOLDERS[name as keyof typeof FOLDERS]
      if (!wanted?.test(file) || !readdirSync(join(folder, name)).includes(file)) return next()
      if (file.endsWith('.js')) response.setHeader('content-type', 'text/javascript')
      response.end(readFileSync(join(folder, name, file)))
    })
  },
}
