import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { EngineFailure } from '../../kernel/engine.ts'
import { extensionOf } from '../../kernel/formats.ts'
import type { Report, StepResult } from '../../kernel/protocol.ts'
import { plural, type Sentence, sentence } from '../../kernel/sentence.ts'
import { ZipWriter } from '../../kernel/zip-writer.ts'
import { damaged } from './failures.ts'
import { inspectFonts } from './inspect.ts'
import { readFonts } from './read.ts'
import { checkResult } from './reopen.ts'
import type { FontRequest } from './requests.ts'
import { flavourOf, type Sfnt } from './sfnt.ts'
import { drawSpecimen } from './specimen.ts'
import { applyChanges, atDefault } from './subset.ts'
import { fitting, isCollection, writeFonts } from './write.ts'

/**
 * Converts one font file: to one file, or to an archive for several fonts if the target holds one.
 */
export async function convertFont(request: FontRequest, report: Report): Promise<StepResult> {
  const { target, changes } = request
  report(sentence`Reading`, null)
  const file = readFileSync(join('in', request.input))
  const fonts = chosen(await readFonts(file, request.format), changes.member)
  if (target === 'json') return write(request, 'json', inspectFonts(fonts, request.original), [])
  if (target === 'webp') return specimen(request, fonts[0], report)
  report(sentence`Converting`, null)
  const changed: Sfnt[] = []
  for (const font of fonts) {
    const one = await applyChanges(font, changes)
    changed.push(target === 'sfnt' ? await atDefault(one) : one)
  }
  const warnings: Sentence[] = []
  if (target === 'sfnt' && fonts.some(({ tables }) => tables.has('fvar')))
    warnings.push(sentence`Only the default style of the variable font was kept.`)
  const ready = changed.map((font) => (target === 'sfnt' ? font : fitting(font, target, warnings)))
  if (ready.length === 1 || isCollection(target)) return single(request, ready, warnings, report)
  return archive(request, ready, warnings, report)
}

async function specimen(request: FontRequest, font: Sfnt | undefined, report: Report): Promise<StepResult> {
  if (!font) throw damaged(sentence`The font has no letters in it.`)
  report(sentence`Drawing`, null)
  const { bytes, width, height } = await drawSpecimen(font, request.size ?? 480)
  return { ...write(request, 'webp', bytes, []), width, height }
}

function chosen(fonts: Sfnt[], member: number): Sfnt[] {
  if (member === 0) return fonts
  const font = fonts[member - 1]
  if (font) return [font]
  throw new EngineFailure(
    'option_refused',
    sentence`The collection has ${plural(fonts.length, 'one font', '# fonts')}, so there is no number ${member}. Choose another.`,
  )
}

async function single(
  request: FontRequest,
  fonts: Sfnt[],
  warnings: Sentence[],
  report: Report,
): Promise<StepResult> {
  const [font] = fonts
  const target = request.target === 'sfnt' && font ? flavourOf(font) : request.target
  const bytes = await writeFonts(fonts, target, warnings)
  report(sentence`Checking`, null)
  await checkResult(bytes, target, fonts)
  return write(request, target, bytes, warnings)
}

async function archive(
  request: FontRequest,
  fonts: Sfnt[],
  warnings: Sentence[],
  report: Report,
): Promise<StepResult> {
  const name = `${request.output}.zip`
  const zip = new ZipWriter(join('out', name))
  const digits = String(fonts.length).length
  for (const [index, font] of fonts.entries()) {
    report(sentence`Converting font ${index + 1} of ${fonts.length}`, index / fonts.length)
    const bytes = await writeFonts([font], request.target, warnings)
    await checkResult(bytes, request.target, [font])
    zip.add(`font-${String(index + 1).padStart(digits, '0')}.${extensionOf(request.target)}`, bytes)
  }
  zip.close()
  return { files: [name], format: 'zip', entries: fonts.length, warnings: [...new Set(warnings)] }
}

function write({ output }: FontRequest, target: string, bytes: Uint8Array, warnings: Sentence[]): StepResult {
  const name = `${output}.${extensionOf(target)}`
  writeFileSync(join('out', name), bytes)
  return { files: [name], warnings: [...new Set(warnings)] }
}
