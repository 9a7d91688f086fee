import subsetFont from 'subset-font'
import { EngineFailure } from '../../kernel/engine.ts'
import { sentence } from '../../kernel/sentence.ts'
import { damaged } from './failures.ts'
import { open } from './harfbuzz.ts'
import { changesNothing, type FontChanges } from './options.ts'
import { readSfnt, type Sfnt, sfntBytes } from './sfnt.ts'
import { PRESETS, parseRanges } from './unicode-ranges.ts'

const LAYOUT = ['GSUB', 'GPOS', 'GDEF', 'BASE', 'JSTF', 'kern', 'kerx', 'mort', 'morx']

/**
 * Removes characters, layout features or hinting; returns the font unchanged without such options.
 * Keeps axes and kerning of the rest.
 * @throws `option_refused` if the font has none of the characters
 */
export async function applyChanges(font: Sfnt, changes: FontChanges): Promise<Sfnt> {
  if (changesNothing(changes)) return font
  const wanted = parseRanges([PRESETS[changes.subset] ?? '', changes.unicodes].filter(Boolean).join(','))
  const all = wanted.length === 0
  const { unicodes } = open(font)
  const inFont = unicodes.filter((code) => wanted.some(([first, last]) => code >= first && code <= last))
  if (!all && inFont.length === 0) {
    throw new EngineFailure(
      'option_refused',
      sentence`The font has none of these characters. Choose others, or keep all of them.`,
    )
  }
  const options = {
    targetFormat: 'sfnt' as const,
    glyphNames: true,
    noHinting: changes.hinting === 'drop',
    ...(changes.keep_layout ? {} : { dropTables: LAYOUT }),
  }
  const bytes = await (all
    ? subsetFont(sfntBytes(font), undefined, { ...options, keepAllGlyphs: true })
    : subsetFont(sfntBytes(font), textOf(inFont), options)
  ).catch(() => Promise.reject(damaged(sentence`The font could not be taken apart.`)))
  return readSfnt(bytes)
}

/** In chunks: a call has a limited number of arguments. */
function textOf(codes: Uint32Array): string {
  let text = ''
  for (let at = 0; at < codes.length; at += 5000)
    text += String.fromCodePoint(...codes.subarray(at, at + 5000))
  return text
}

/** A variable font's default instance without its variation tables, which some programs misread. */
export async function atDefault(font: Sfnt): Promise<Sfnt> {
  if (!font.tables.has('fvar')) return font
  const axes = Object.values(open(font).face.getAxisInfos())
  const bytes = await subsetFont(sfntBytes(font), undefined, {
    targetFormat: 'sfnt',
    glyphNames: true,
    keepAllGlyphs: true,
    variationAxes: Object.fromEntries(axes.map(({ tag, default: standard }) => [tag, standard])),
  }).catch(() => Promise.reject(damaged(sentence`The font could not be taken apart.`)))
  return readSfnt(bytes)
}
