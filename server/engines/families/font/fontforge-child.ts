import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { serve } from '../../kernel/child-serve.ts'
import { EngineFailure } from '../../kernel/engine.ts'
import { extensionOf } from '../../kernel/formats.ts'
import type { Report, StepResult } from '../../kernel/protocol.ts'
import { type Sentence, sentence } from '../../kernel/sentence.ts'
import { readBdf } from './bdf.ts'
import { damaged, wrongOutput } from './failures.ts'
import { countGlyphs } from './glyph-count.ts'
import { writePcf } from './pcf.ts'
import type { FontForgeRequest } from './requests.ts'
import { rewriteType1 } from './type1.ts'
import { packUfo, unpackUfo } from './ufo.ts'

/** File extensions that FontForge expects; it would guess for others. */
const EXTENSIONS: Record<string, string> = { svgfont: 'svg', ufo: 'ufo' }

const SAVE = 'Open($1); Save($2)'
/** Without it some glyphs of a Type 1 font, such as space, have no code point. */
const UNICODE = 'Reencode("UnicodeFull")'
const SCRIPTS: Record<string, string> = {
  sfd: SAVE,
  bitmap: `Open($1); ${UNICODE}; BitmapsAvail([Strtol($4)]); BitmapsRegen([Strtol($4)]); Generate($2, $3, -1)`,
  rewrap: 'Open($1); Generate($2, $3, -1)',
  type1: `Open($1); ${UNICODE}; Generate($2)`,
  outlines: 'Open($1); Generate($2)',
}
const BITMAP_FONTS = ['bdf', 'fnt']
const TYPE_1 = ['pfa', 'pfb', 'cff', 't42']

await serve<FontForgeRequest>({
  // Each font starts a new process: nothing to warm up.
  warm: async () => {},
  run: convertWithFontForge,
})

async function convertWithFontForge(request: FontForgeRequest, report: Report): Promise<StepResult> {
  const { format } = request
  if (format === 'bdf' && request.target === 'pcf') return rewrap(request)
  // FontForge's PCF output is another format, so Filewright converts BDF to PCF.
  const target = request.target === 'pcf' ? 'bdf' : request.target
  report(sentence`Reading`, null)
  const source = placeSource(request)
  const work = join('tmp', 'work')
  mkdirSync(work, { recursive: true })
  const written = join(work, `font.${EXTENSIONS[target] ?? extensionOf(target)}`)
  report(sentence`Converting`, null)
  const warnings: Sentence[] = []
  const run = () =>
    runFontForge(request.program, scriptFor(format, target), [
      resolve(source),
      BITMAP_FONTS.includes(target) ? join(resolve(work), 'font.') : resolve(written),
      target,
      String(request.size),
    ])
  const said = await run().catch((error) => {
    // Some feature files crash FontForge; the outlines are useful without them.
    const features = join(source, 'features.fea')
    if (format !== 'ufo' || !existsSync(features)) throw error
    rmSync(features)
    warnings.push(sentence`Kerning and other features of the UFO could not be read and were left out.`)
    return run()
  })
  report(sentence`Checking`, null)
  // FontForge adds the size to a bitmap font's file name.
  const found = existsSync(written)
    ? written
    : readdirSync(work)
        .map((name) => join(work, name))
        .find((path) => path.endsWith(`.${target}`))
  if (!found || (statSync(found).isFile() && statSync(found).size === 0)) throw refusal(said, target)
  const name = `${request.output}.${extensionOf(request.target)}`
  const path = join('out', name)
  if (request.target === 'pcf') writeFileSync(path, writePcf(readBdf(readFileSync(found, 'latin1'))))
  else if (target === 'ufo') packUfo(found, path)
  else writeFileSync(path, readFileSync(found))
  const glyphs = countGlyphs(path, request.target)
  rmSync(work, { recursive: true, force: true })
  if (glyphs === null) throw wrongOutput()
  if (glyphs === 0)
    throw new EngineFailure(
      'output_empty',
      sentence`No characters were left in the result. Check that the font opens elsewhere.`,
    )
  return { files: [name], warnings }
}

/** Converts between bitmap formats without rasterizing. */
function rewrap({ input, output }: FontForgeRequest): StepResult {
  const font = readBdf(readFileSync(join('in', input), 'latin1'))
  if (font.glyphs.length === 0) throw damaged(sentence`The font has no characters that can be read.`)
  const name = `${output}.pcf`
  writeFileSync(join('out', name), writePcf(font))
  if (countGlyphs(join('out', name), 'pcf') === null) throw wrongOutput()
  return { files: [name], warnings: [] }
}

/**
 * The source in a form that FontForge reads reliably: a zipped UFO as a folder, a normalized Type
 * 1.
 */
function placeSource({ input, format }: FontForgeRequest): string {
  const from = join('in', input)
  if (format === 'ufo') return unpackUfo(from, join('tmp', 'source.ufo'))
  if (format !== 'pfa' && format !== 'pfb') return from
  const rewritten = join('tmp', 'source.pfa')
  writeFileSync(rewritten, rewriteType1(readFileSync(from)))
  return rewritten
}

function scriptFor(format: string, target: string): string {
  const script =
    target === 'sfd'
      ? SCRIPTS.sfd
      : BITMAP_FONTS.includes(target)
        ? SCRIPTS[BITMAP_FONTS.includes(format) ? 'rewrap' : 'bitmap']
        : SCRIPTS[TYPE_1.includes(format) && ['ttf', 'otf'].includes(target) ? 'type1' : 'outlines']
  return script ?? ''
}

/** Its output is for the log only. Throws if it can't read the source. */
function runFontForge(program: string, script: string, args: string[]): Promise<string> {
  return new Promise((done, fail) => {
    const child = spawn(program, ['-quiet', '-lang=ff', '-c', script, ...args], {
      cwd: resolve('tmp'),
      env: { PATH: '/usr/bin:/bin', HOME: resolve('tmp'), TMPDIR: resolve('tmp'), LANG: 'C.UTF-8' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        if (said.length < 4000) said += text
      })
    }
    child.once('error', fail)
    child.once('close', (code) => {
      if (code === 0) return done(said)
      process.stderr.write(said.slice(0, 2000))
      fail(damaged(sentence`The font could not be opened.`))
    })
  })
}

function refusal(said: string, target: string): EngineFailure {
  process.stderr.write(said.slice(0, 2000))
  if (BITMAP_FONTS.includes(target)) {
    return new EngineFailure(
      'source_unsupported',
      sentence`The font could not be drawn in this size. Choose another height, or another target format.`,
    )
  }
  return damaged(sentence`The font could not be opened.`)
}
