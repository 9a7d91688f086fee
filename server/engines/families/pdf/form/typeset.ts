import { type PDFDocument, type PDFFont, PDFName, StandardFonts } from '@cantoo/pdf-lib'
import { FAMILIES } from '../../../kernel/shipped-fonts.ts'
import { type Line, TextEmbedding } from '../edit/text-embedding.ts'

/** A font style of the standard 14 fonts. */
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

/** Ascent and descent as a fraction of the font size; enough for all supported scripts. */
export const ASCENT = 0.75
export const DESCENT = 0.25
export const LEADING = 1.2

/** Break units: words, single Chinese and Japanese characters, and parts of overlong words. */
const TOKENS =
  /[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]|[^\s\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]{1,200}|[^\S\n]+/gu

interface Token {
  text: string
  /** Width at a font size of 1 point. */
  width: number
  space: boolean
}

/** Measured text that can be wrapped to any width. */
export interface Measured {
  face: Face
  paragraphs: Token[][]
}

/**
 * Typesets text in the standard 14 fonts, or completely in bundled fonts if a glyph is missing.
 * Fonts are embedded on demand.
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

  /**
   * One line.
   * @throws `option_refused` if no font has a character
   */
  async line(text: string, face: Face, whole = text): Promise<Line> {
    if (text === '') return { runs: [], width: 0 }
    if (!this.#isLatin(whole))
      return await this.#textEmbedding.line(text, face.family === 'mono' ? FAMILIES.mono : undefined)
    const font = this.#standardFont(face)
    return { runs: [{ text, font }], width: font.widthOfTextAtSize(text, 1) }
  }

  /** Measures text for wrapping. */
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

  /** Wraps measured text to `width`, in points at a font size of 1 point. */
  async lines({ face, paragraphs }: Measured, width: number, whole: string, most: number): Promise<Line[]> {
    const lines: Line[] = []
    for (const text of brokenLines(paragraphs, width).slice(0, most))
      lines.push(await this.line(text, face, whole))
    return lines
  }

  /** The operators that draw a line at a point. */
  show(line: Line, size: number, x: number, y: number): string {
    let along = x
    let operators = ''
    for (const { text, font } of line.runs) {
      operators += `/${this.#nameOf(font)} ${n(size)} Tf 1 0 0 1 ${n(along)} ${n(y)} Tm ${font.encodeText(text)} Tj\n`
      along += font.widthOfTextAtSize(text, size)
    }
    return operators
  }

  /** The font resources of lines. */
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

  /** Whether the standard fonts cover the text. */
  #isLatin(text: string): boolean {
    // Cached: called for each word of a long text, always with the whole text.
    if (this.#checked.text === text) return this.#checked.latin
    this.#latin ??= new Set(this.#standardFont({ family: 'sans' }).getCharacterSet())
    const known = this.#latin
    const latin = [...text].every((one) => one === '\n' || known.has(one.codePointAt(0) ?? 0))
    this.#checked = { text, latin }
    return latin
  }
}

/** The number of lines of a measured text at a width. */
export const lineCount = ({ paragraphs }: Measured, width: number): number =>
  brokenLines(paragraphs, width).length

/** The width below which a word must be broken. */
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
        // A word longer than a line is broken at the line end.
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

/** Normalizes line breaks, and replaces tabs, for which no font has a glyph. */
export const plain = (text: string): string => text.replace(/\r\n?/g, '\n').replaceAll('\t', '    ')

/** Formats a number for a content stream. */
export function n(value: number): string {
  const rounded = Math.round(value * 1000) / 1000
  return Number.isFinite(rounded) ? String(Object.is(rounded, -0) ? 0 : rounded) : '0'
}
