// `npm run corpora`: writes the files of tests/corpora and their manifest.
// Needs ffmpeg, fontforge and qpdf.
import { createHash } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { documents } from './documents.ts'
import { fonts } from './fonts.ts'
import { hostile } from './hostile.ts'
import { images } from './images.ts'
import { media } from './media.ts'
import { models } from './models.ts'
import { pdfs } from './pdfs.ts'

const folder = join(import.meta.dirname, '..')
const files = [documents, await fonts(), hostile, await images(), models, await pdfs(), media()].flat()
for (const family of new Set(files.map((file) => file.family))) {
  rmSync(join(folder, family), { recursive: true, force: true })
  mkdirSync(join(folder, family))
}
const rows = files.map(
  ({ family, file, bytes, expected, note = '', oracle = '', licence = 'Apache-2.0' }) => {
    writeFileSync(join(folder, family, file), bytes)
    const sum = createHash('sha256').update(bytes).digest('hex')
    return [family, file, bytes.length, sum, 'tests/corpora/make', licence, expected, note, oracle].join('\t')
  },
)
const head = ['family', 'file', 'bytes', 'sha256', 'source', 'licence', 'expect', 'note', 'oracle']
writeFileSync(join(folder, 'manifest.tsv'), `${[head.join('\t'), ...rows].join('\n')}\n`)
