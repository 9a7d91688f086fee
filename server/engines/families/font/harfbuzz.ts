import { Blob, Face, Feature, Font, shape, Buffer as Text } from 'harfbuzzjs'
import { glyphCount, type Sfnt, sfntBytes } from './sfnt.ts'

/** A font as HarfBuzz sees it; its memory goes when nobody holds this any more. */
export interface Opened {
  face: Face
  font: Font
  glyphs: number
  /** Code points that the font has a glyph for, ascending. */
  unicodes: Uint32Array
}

/**
 * Opens a font that is known to be sound; HarfBuzz ignores tables that are not. Metrics are in font
 * units.
 */
export function open(font: Sfnt): Opened {
  const face = new Face(new Blob(sfntBytes(font)))
  // A copy: what HarfBuzz gives is its own memory, which moves when it grows.
  const unicodes = face.collectUnicodes().slice()
  return { face, font: new Font(face), glyphs: glyphCount(font), unicodes }
}

/** Sets a text; each glyph as `id+advance@x,y`. `features` as CSS writes them: `kern=0`. */
export function shapeText({ font }: Opened, text: string, features: readonly string[] = []): string[] {
  const buffer = new Text()
  buffer.addText(text)
  buffer.guessSegmentProperties()
  const wanted = features.map((one) => Feature.fromString(one)).filter((one) => one !== undefined)
  shape(font, buffer, wanted)
  return buffer
    .getGlyphInfosAndPositions()
    .map(({ codepoint, xAdvance, xOffset, yOffset }) => `${codepoint}+${xAdvance}@${xOffset},${yOffset}`)
}

/** A text of a few of the font's own characters, spread over all of them. */
export function sampleText({ unicodes }: Opened): string {
  const step = Math.max(1, Math.floor(unicodes.length / 48))
  const picked = unicodes.filter((code, index) => index % step === 0 && !(code >= 0xd800 && code <= 0xdfff))
  return String.fromCodePoint(...picked)
}

/**
 * What is called `name` in the font's own table, in English where it has that, without control
 * characters.
 */
export function nameOf({ face }: Opened, nameId: number): string {
  const entries = face.listNames().filter((entry) => entry.nameId === nameId)
  const language = entries.find((entry) => entry.language.startsWith('en'))?.language ?? entries[0]?.language
  if (language === undefined) return ''
  return face
    .getName(nameId, language)
    .replace(/\p{Cc}/gu, ' ')
    .trim()
}
