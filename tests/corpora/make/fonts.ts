import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import subsetFont from 'subset-font'
import { familyOf, type MadeFile } from './made-file.ts'

const PACKAGES = join(import.meta.dirname, '..', '..', '..', 'node_modules')
/** The packages' fonts are under the SIL Open Font License. */
const packaged = (path: string) => readFileSync(join(PACKAGES, path))
const LETTERS = 'ATVWAefil .…0123'

/** By FontForge, which writes CFF and Type 1. */
function byFontForge(ttf: Uint8Array, ending: 'otf' | 'pfa' | 'pfb'): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'filewright-corpora-'))
  try {
    const [from, to] = [join(folder, 'from.ttf'), join(folder, `TestT1-Regular.${ending}`)]
    writeFileSync(from, ttf)
    const script =
      'f = fontforge.open(a[1]); f.familyname = "Test T1"; f.fontname = "TestT1-Regular"; f.fullname = "Test T1 Regular"; f.generate(a[2], flags=("no-hints",))'
    execFileSync(
      'fontforge',
      ['-quiet', '-lang=py', '-c', `import fontforge, sys; a = sys.argv; ${script}`, from, to],
      {
        env: { ...process.env, SOURCE_DATE_EPOCH: '0' },
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    )
    return readFileSync(to)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export async function fonts(): Promise<MadeFile[]> {
  const hebrew = packaged('@embedpdf/fonts-hebrew/fonts/NotoSansHebrew-Regular.ttf')
  const variable = packaged(
    '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2',
  )
  const latin = await subsetFont(variable, LETTERS, {
    targetFormat: 'sfnt',
    variationAxes: { wght: 400 },
  })
  const made = familyOf('fonts', [
    ['hebrew.subset.ttf', await subsetFont(hebrew, 'אבגדAV 0', { targetFormat: 'sfnt' })],
    ['latin.subset.otf', byFontForge(latin, 'otf')],
    ['variable.subset.ttf', await subsetFont(variable, LETTERS, { targetFormat: 'sfnt' })],
    ['TestT1-Regular.pfa', byFontForge(latin, 'pfa')],
    ['TestT1-Regular.pfb', byFontForge(latin, 'pfb')],
    [
      'truncated.ttf',
      (await subsetFont(hebrew, 'אב', { targetFormat: 'sfnt' })).subarray(0, 600),
      'clean-fail',
      'truncated',
    ],
  ])
  return made.map((file) => ({ ...file, licence: 'OFL-1.1' }))
}
