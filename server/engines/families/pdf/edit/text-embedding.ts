import { readFileSync } from 'node:fs'
import fontkit, { type Font } from '@cantoo/fontkit'
import { type Color, degrees, type PDFDocument, type PDFFont, type PDFPage } from '@cantoo/pdf-lib'
import { EngineFailure } from '../../../kernel/engine.ts'
import { sentence } from '../../../kernel/sentence.ts'
import { familiesFor, fontFileOf } from '../../../kernel/shipped-fonts.ts'

/** A run of text in one font and one direction; runs are in visual order. */
export interface Run {
  text: string
  font: PDFFont
}

interface Piece {
  text: string
  family: string
  rightToLeft: boolean
}

export interface Line {
  runs: Run[]
  /** Width in points at a font size of one point. */
  width: number
}

export interface Look {
  size: number
  colour: Color
  /** 0..1 */
  opacity: number
  /** Degrees, counterclockwise. */
  angle: number
}

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u
const LEFT_TO_RIGHT = /[\p{L}\p{N}]/u
/** Combining characters, which stay with the preceding character in any font. */
const JOINED = /\p{M}|\u200d|\ufe0f/u

/**
 * Lays out single lines in any script of the bundled fonts. Fonts are loaded and embedded on
 * demand.
 */
export class TextEmbedding {
  readonly #document: PDFDocument
  readonly #read = new Map<string, { font: Font; bytes: Buffer }>()
  readonly #embedded = new Map<string, PDFFont>()
  readonly #known = new Map<string, boolean>()

  constructor(document: PDFDocument) {
    this.#document = document
    document.registerFontkit(fontkit as Parameters<PDFDocument['registerFontkit']>[0])
  }

  /**
   * `first` is the preferred family.
   * @throws `option_refused` if no bundled font has a character
   */
  async line(text: string, first?: string): Promise<Line> {
    const families = first ? [first, ...familiesFor(text)] : familiesFor(text)
    const pieces: Piece[] = []
    const characters = [...text]
    const directions = directionsOf(characters)
    for (const [index, character] of characters.entries()) {
      const last = pieces.at(-1)
      if (last && JOINED.test(character)) {
        last.text += character
        continue
      }
      const rightToLeft = directions[index] === true
      // Spaces and symbols keep the preceding font if it has them.
      const stays = last && !LEFT_TO_RIGHT.test(character) && last.rightToLeft === rightToLeft
      const family =
        stays && this.#has(last.family, character)
          ? last.family
          : families.find((one) => this.#has(one, character))
      if (!family) throw unknown(character)
      if (last && last.family === family && last.rightToLeft === rightToLeft) last.text += character
      else pieces.push({ text: character, family, rightToLeft })
    }
    const runs: Run[] = []
    for (const piece of inVisualOrder(pieces, directions.base))
      runs.push({ text: piece.text, font: await this.#embed(piece.family) })
    return { runs, width: runs.reduce((sum, run) => sum + run.font.widthOfTextAtSize(run.text, 1), 0) }
  }

  /** The text with replacements for characters that no bundled font has. */
  readable(text: string, instead: (character: string) => string): string {
    const families = familiesFor(text)
    const has = (character: string) =>
      /\s/u.test(character) || families.some((family) => this.#has(family, character))
    return [...text].map((character) => (has(character) ? character : instead(character))).join('')
  }

  #file(family: string) {
    let read = this.#read.get(family)
    if (!read) {
      const bytes = readFileSync(fontFileOf(family))
      read = { font: fontkit.create(bytes) as Font, bytes }
      this.#read.set(family, read)
    }
    return read
  }

  #has(family: string, character: string): boolean {
    const key = `${family} ${character}`
    let has = this.#known.get(key)
    if (has === undefined) {
      has = this.#file(family).font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)
      this.#known.set(key, has)
    }
    return has
  }

  async #embed(family: string): Promise<PDFFont> {
    let font = this.#embedded.get(family)
    if (!font) {
      font = await this.#document.embedFont(this.#file(family).bytes, { subset: true })
      this.#embedded.set(family, font)
    }
    return font
  }
}

/**
 * The characters' directions, right to left or not. Neutral characters take the direction of both
 * neighbors if these agree, otherwise the line's, which is that of its first letter.
 */
function directionsOf(characters: readonly string[]): boolean[] & { base: boolean } {
  const strong = characters.map((one) =>
    RIGHT_TO_LEFT.test(one) ? true : LEFT_TO_RIGHT.test(one) ? false : null,
  )
  const base = strong.find((one) => one !== null) ?? false
  // Two passes, so that the time is linear in the length of the text.
  const passed = (list: readonly (boolean | null)[]) => {
    let last = base
    return list.map((one) => {
      if (one !== null) last = one
      return last
    })
  }
  const before = passed(strong)
  const after = passed(strong.toReversed()).reverse()
  const directions = strong.map(
    (one, index) => one ?? (before[index] === after[index] ? before[index] === true : base),
  )
  return Object.assign(directions, { base })
}

/** Consecutive pieces against the main direction keep their relative order. */
function inVisualOrder(pieces: readonly Piece[], base: boolean): Piece[] {
  const groups: Piece[][] = []
  for (const piece of pieces) {
    const last = groups.at(-1)
    if (last?.[0]?.rightToLeft === piece.rightToLeft) last.push(piece)
    else groups.push([piece])
  }
  for (const group of groups) if (group[0]?.rightToLeft) group.reverse()
  return (base ? groups.reverse() : groups).flat()
}

/** Draws a line from `x`, `y` (points from the lower left corner) at the angle of `look`. */
export function drawLine(page: PDFPage, line: Line, x: number, y: number, look: Look): void {
  const radians = (look.angle * Math.PI) / 180
  let along = 0
  for (const { text, font } of line.runs) {
    page.drawText(text, {
      x: x + along * Math.cos(radians),
      y: y + along * Math.sin(radians),
      size: look.size,
      font,
      color: look.colour,
      opacity: look.opacity,
      rotate: degrees(look.angle),
    })
    along += font.widthOfTextAtSize(text, look.size)
  }
}

const unknown = (character: string) =>
  new EngineFailure(
    'option_refused',
    sentence`No font on this server has the character "${character}". Write the text without it.`,
  )
