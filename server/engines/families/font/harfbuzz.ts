import { Blob, Face, Feature, Font, shape, Buffer as Text } from 'harfbuzzjs'
import { glyphCount, type Sfnt, sfntBytes } from './sfnt.ts'

/** A HarfBuzz font; garbage collection frees its memory. */
export interface Opened {
  face: Face
  font: Font
  glyphs: number
  /** Supported code points, ascending. */
  unicodes: Uint32Array
}

/** Opens a verified font; HarfBuzz ignores invalid tables. Metrics are in font units. */
export function open(font: Sfnt): Opened {
  const face = new Face(new Blob(sfntBytes(font)))
  // A copy: HarfBuzz's own memory moves when it grows.
  const unicodes = face.collectUnicodes().slice()
  return { face, font: new Font(face), glyphs: glyphCount(font), unicodes }
}

/** Shapes a text; each glyph as `id+advance@x,y`. `features` are in CSS syntax: `kern=0`. */
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

/** A text of some of the font's characters, evenly spread. */
export function sampleText({ unicodes }: Opened): string {
  const step = Math.max(1, Math.floor(unicodes.length / 48))
  const picked = unicodes.filter((code, index) => index % step === 0 && !(code >= 0xd800 && code <= 0xdfff))
  return String.fromCodePoint(...picked)
}

/** An entry of the `name` table, preferably in English, without control characters. */
export function nameOf({ face }: Opened, nameId: number): string {
  const entries = face.listNames().filter((entry) => entry.nameId === nameId)
  const language = entries.find((entry) => entry.language.startsWith('en'))?.language ?? entries[0]?.language
  if (language === undefined) return ''
  return face
    .getName(nameId, language)
    .replace(/\p{Cc}/gu, ' ')
    .trim()
}
