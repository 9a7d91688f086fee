import { type PDFDocument, type PDFFont, PDFName, StandardFonts } from '@cantoo/pdf-lib'
import { FAMILIES } from '../../../kernel/shipped-fonts.ts'
import { type Line, TextEmbedding } from '../edit/text-embedding.ts'

/** A kind of letters, as far as every reader has them of its own. */
export interface Face {
  family: 'sans' | 'serif' | 'mono'
  bold?: boolean
  italic?: boolean
}

const STANDARD = {
  sans: [
    StandardFonts.Helvetica,
    StandardFonts.HelveticaBold,
    StandardFonts.HelveticaOblique,
    StandardFonts.HelveticaBoldOblique,
  ],
  serif: [
    StandardFonts.TimesRoman,
    StandardFonts.TimesRomanBold,
    StandardFonts.TimesRomanItalic,
    StandardFonts.TimesRomanBoldItalic,
  ],
  mono: [
    StandardFonts.Courier,
    StandardFonts.CourierBold,
    StandardFonts.CourierOblique,
    StandardFonts.CourierBoldOblique,
  ],
} as const

/**
 * How far letters reach above and below the line they stand on, as part of their size; enough for
 * every script here.
 */
export const ASCENT = 0.75
export const DESCENT = 0.25
export const LEADING = 1.2

/**
 * Words, and what may stand alone in a line: characters of Chinese and Japanese, and parts of what
 * has no end.
 */
const TOKENS =
  /[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]|[^\s\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]{1,200}|[^\S\n]+/gu

interface Token {
  text: string
  /** For letters of one point. */
  width: number
  space: boolean
}

/** A text that is measured, and can be broken into lines of any width. */
export interface Measured {
  face: Face
  paragraphs: Token[][]
}

/**
 * Sets text in the fonts that every reader has, and where those lack a letter, the whole of it in
 * the shipped ones. Fonts are put into the document when a text needs them.
 */
export class Typesetter {
  readonly #document: PDFDocument
  readonly #textEmbedding: TextEmbedding
  readonly #standard = new Map<string, PDFFont>()
  readonly #names = new Map<PDFFont, string>()
  #latin: ReadonlySet<number> | null = null
  #checked = { text: '', latin: true }

  constructor(document: PDFDocument) {
    this.#document = document
    this.#textEmbedding = new TextEmbedding(document)
  }

  /** One line. Throws `option_refused` when no font has a character. */
  async line(text: string, face: Face, whole = text): Promise<Line> {
    if (text === '') return { runs: [], width: 0 }
    if (!this.#isLatin(whole))
      return await this.#textEmbedding.line(text, face.family === 'mono' ? FAMILIES.mono : undefined)
    const font = this.#standardFont(face)
    return { runs: [{ text, font }], width: font.widthOfTextAtSize(text, 1) }
  }

  /** Measures a text that will be broken into lines. */
  async measure(text: string, face: Face): Promise<Measured> {
    const paragraphs: Token[][] = []
    const widths = new Map<string, number>()
    for (const paragraph of plain(text).split('\n')) {
      const tokens: Token[] = []
      for (const [token] of paragraph.matchAll(TOKENS)) {
        let width = widths.get(token)
        if (width === undefined) {
          width = (await this.line(token, face, text)).width
          widths.set(token, width)
        }
        tokens.push({ text: token, width, space: /^\s/.test(token) })
      }
      paragraphs.push(tokens)
    }
    return { face, paragraphs }
  }

  /**
   * The lines of a measured text, whose letters have one point, in lines that are `width` points
   * wide then.
   */
  async lines({ face, paragraphs }: Measured, width: number, whole: string, most: number): Promise<Line[]> {
    const lines: Line[] = []
    for (const text of brokenLines(paragraphs, width).slice(0, most))
      lines.push(await this.line(text, face, whole))
    return lines
  }

  /** The operators that draw a line from a point on. */
  show(line: Line, size: number, x: number, y: number): string {
    let along = x
    let operators = ''
    for (const { text, font } of line.runs) {
      operators += `/${this.#nameOf(font)} ${n(size)} Tf 1 0 0 1 ${n(along)} ${n(y)} Tm ${font.encodeText(text)} Tj\n`
      along += font.widthOfTextAtSize(text, size)
    }
    return operators
  }

  /** The fonts of some lines, as resources have them. */
  fonts(lines: readonly Line[]) {
    const fonts = new Set(lines.flatMap(({ runs }) => runs.map(({ font }) => font)))
    const dict = this.#document.context.obj({})
    for (const font of fonts) dict.set(PDFName.of(this.#nameOf(font)), font.ref)
    return dict
  }

  #nameOf(font: PDFFont): string {
    const name = this.#names.get(font) ?? `FwF${this.#names.size}`
    this.#names.set(font, name)
    return name
  }

  #standardFont({ family, bold = false, italic = false }: Face): PDFFont {
    const name = STANDARD[family][(bold ? 1 : 0) + (italic ? 2 : 0)] ?? StandardFonts.Helvetica
    let font = this.#standard.get(name)
    if (!font) {
      font = this.#document.embedStandardFont(name)
      this.#standard.set(name, font)
    }
    return font
  }

  /** Whether the fonts of every reader have all of it. */
  #isLatin(text: string): boolean {
    // Asked for each word of a long text, and always about the whole.
    if (this.#checked.text === text) return this.#checked.latin
    this.#latin ??= new Set(this.#standardFont({ family: 'sans' }).getCharacterSet())
    const known = this.#latin
    const latin = [...text].every((one) => one === '\n' || known.has(one.codePointAt(0) ?? 0))
    this.#checked = { text, latin }
    return latin
  }
}

/** How many lines a measured text takes at a width. */
export const lineCount = ({ paragraphs }: Measured, width: number): number =>
  brokenLines(paragraphs, width).length

/** Whether a word would have to be broken at a width. */
export const widest = ({ paragraphs }: Measured): number =>
  paragraphs.reduce((most, tokens) => tokens.reduce((wide, { width }) => Math.max(wide, width), most), 0)

function brokenLines(paragraphs: readonly Token[][], width: number): string[] {
  const lines: string[] = []
  for (const tokens of paragraphs) {
    let text = ''
    let taken = 0
    for (const token of tokens) {
      if (taken + token.width > width && taken > 0 && !token.space) {
        lines.push(text.trimEnd())
        text = ''
        taken = 0
      }
      if (token.space && text === '' && lines.length > 0 && taken === 0 && tokens[0] !== token) continue
      if (token.width > width && !token.space) {
        // A word that is longer than a line is broken where the line ends.
        const letters = [...token.text]
        const each = token.width / letters.length
        const fit = Math.max(1, Math.floor(width / Math.max(each, 0.001)))
        while (letters.length > fit) lines.push(letters.splice(0, fit).join(''))
        text = letters.join('')
        taken = each * letters.length
        continue
      }
      text += token.text
      taken += token.width
    }
    lines.push(text.trimEnd())
  }
  return lines
}

/** One kind of line break, and no tabs, which no font has. */
export const plain = (text: string): string => text.replace(/\r\n?/g, '\n').replaceAll('\t', '    ')

/** A number as content streams have it. */
export function n(value: number): string {
  const rounded = Math.round(value * 1000) / 1000
  return Number.isFinite(rounded) ? String(Object.is(rounded, -0) ? 0 : rounded) : '0'
}
