import { EngineFailure } from '../../kernel/engine.ts'
import { type Sentence, sentence } from '../../kernel/sentence.ts'
import { toCff } from './cff.ts'
import { writeCollection, writeDfont } from './collection.ts'
import { writeEot } from './eot.ts'
import { damaged } from './failures.ts'
import { nameOf, open } from './harfbuzz.ts'
import { flavourOf, type Sfnt, sfntBytes } from './sfnt.ts'
import { writeSvgFont } from './svg-font.ts'
import { toTrueType } from './true-type.ts'
import { writeType42 } from './type42.ts'
import { writeWoff } from './woff.ts'
import { writeWoff2 } from './woff2.ts'

/** Formats that require TrueType outlines, and those that require CFF; others take either. */
const TRUETYPE = ['ttf', 'ttc', 't42']
const CFF = ['otf', 'otc', 'cff']
const COLLECTIONS = ['ttc', 'otc', 'dfont']

/** The font with the outlines that a format requires. */
export function fitting(font: Sfnt, target: string, warnings: Sentence[]): Sfnt {
  const flavour = flavourOf(font)
  if (flavour === 'otf' ? !TRUETYPE.includes(target) : !CFF.includes(target)) return font
  if (font.tables.has('fvar')) warnings.push(sentence`Only the default style of the variable font was kept.`)
  if (flavour === 'otf') return toTrueType(font)
  if (font.tables.has('fpgm') || font.tables.has('prep'))
    warnings.push(sentence`Hinting was left out: instructions for TrueType outlines do not fit the others.`)
  return toCff(font)
}

/** Whether a format holds several fonts in one file. */
export const isCollection = (format: string) => COLLECTIONS.includes(format)

/**
 * Writes a font file. `fonts` is one font unless the format is a collection; outlines must match.
 */
export async function writeFonts(
  fonts: readonly Sfnt[],
  target: string,
  warnings: Sentence[],
): Promise<Buffer> {
  const [font] = fonts
  if (!font) throw damaged()
  if (target === 'woff') return writeWoff(font)
  if (target === 'woff2') return writeWoff2(font)
  if (target === 'ttc' || target === 'otc') return writeCollection(fonts)
  if (target === 'dfont') return writeDfont(fonts)
  if (target === 'cff') return bareCff(font)
  if (target === 'eot') {
    const opened = open(font)
    const [family, style, full, version] = [1, 2, 4, 5].map((id) => nameOf(opened, id))
    return writeEot(font, {
      family: family ?? '',
      style: style ?? '',
      full: full ?? '',
      version: version ?? '',
    })
  }
  if (target === 't42' || target === 'svgfont') {
    if (font.tables.has('fvar'))
      warnings.push(sentence`Only the default style of the variable font was kept.`)
    if (target === 't42') return writeType42(font, open(font))
    if (font.tables.has('GSUB'))
      warnings.push(sentence`Ligatures and other features have no place in an SVG font.`)
    return writeSvgFont(font, open(font))
  }
  return sfntBytes(font)
}

function bareCff({ tables }: Sfnt): Buffer {
  const cff = tables.get('CFF ')
  if (cff) return cff
  throw new EngineFailure(
    'source_unsupported',
    sentence`The font is variable, which a bare CFF file cannot hold. Choose OTF, WOFF or WOFF2 instead.`,
  )
}
