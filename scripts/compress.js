// Leaves a .br and a .gz beside each built file that becomes smaller, so that the server never
// compresses the same bytes twice.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const entries = readdirSync('dist', { recursive: true, withFileTypes: true })
for (const entry of entries) {
  if (!entry.isFile() || !/\.(m?js|css|html|svg|json|txt|wasm|ttf)$/.test(entry.name)) continue
  if (['share.html', 'sign.html', 'scan.html'].includes(entry.name)) continue // the server hands them out by itself
  const path = join(entry.parentPath, entry.name)
  const bytes = readFileSync(path)
  // The highest quality takes fourteen times as long for fonts, and saves 7 %.
  const quality = entry.name.endsWith('.ttf') ? 9 : 11
  writeFileSync(
    `${path}.br`,
    brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
  )
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
}
