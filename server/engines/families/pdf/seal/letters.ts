import { type PDFDict, type PDFDocument, type PDFFont, PDFName } from '@cantoo/pdf-lib'
import { EngineFailure } from '../../../kernel/engine.ts'
import { FAMILIES } from '../../../kernel/shipped-fonts.ts'
import { type Line, TextEmbedding } from '../edit/text-embedding.ts'
import { n } from '../form/typeset.ts'

export type Voice = 'text' | 'strong' | 'mono'

const FIRST: Readonly<Record<Voice, string>> = {
  text: FAMILIES.text,
  strong: FAMILIES.strong,
  mono: FAMILIES.mono,
}
/** Ascent and descent as a fraction of the font size. */
export const RISE = 0.76
export const FALL = 0.24
export const STEP = 1.3

/** Break units: words, and single Chinese and Japanese characters. */
const TOKENS =
  /[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]|[^\s\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]+|[^\S\n]+/gu
/** Removed characters: control characters and bidirectional overrides. */
const UNWRITTEN =
  /(?!\n)\p{Cc}|[\u202a-\u202e\u2066-\u2069\ufff0-\ufffb]|\p{Variation_Selector}|\p{Noncharacter_Code_Point}/gu
/** Replaces a character that no font has. */
const INSTEAD = '?'
const MORE = '…'

interface Token {
  text: string
  /** Width at a font size of 1 point. */
  width: number
  space: boolean
}
/** Measured text that can be wrapped to any width. */
export interface MeasuredText {
  voice: Voice
  paragraphs: Token[][]
}

/** Typesets text in embedded subset fonts. Never rejects a text. */
export class Letters {
  /** Characters that no bundled font has. */
  readonly unknown = new Set<string>()
  readonly #document: PDFDocument
  readonly #textEmbedding: TextEmbedding
  readonly #names = new Map<PDFFont, string>()
  readonly #known = new Map<string, Line>()

  constructor(document: PDFDocument) {
    this.#document = document
    this.#textEmbedding = new TextEmbedding(document)
  }

  /** Normalizes spaces and line breaks, and replaces unsupported characters. */
  plain(text: string): string {
    const written = text
      .replace(/\r\n?|\u2028|\u2029/g, '\n')
      .replaceAll('\t', '    ')
      .replace(UNWRITTEN, '')
      .replace(/[^\S\n]/gu, ' ')
      .toWellFormed()
    return this.#textEmbedding.readable(written, (character) => {
      this.unknown.add(character)
      return INSTEAD
    })
  }

  /** The whole text in one line, with line breaks removed. */
  async line(text: string, voice: Voice = 'text'): Promise<Line> {
    return await this.#set(this.plain(text).replace(/\s*\n\s*/g, ' '), voice)
  }

  /** The text truncated to a line's width, with an ellipsis. */
  async cut(text: string, voice: Voice, size: number, width: number): Promise<Line> {
    const whole = await this.line(text, voice)
    if (whole.width * size <= width) return whole
    const characters = [...this.plain(text).replace(/\s*\n\s*/g, ' ')]
    const most = width / size - (await this.#width(MORE, voice))
    let taken = 0
    let count = 0
    for (; count < characters.length; count++) {
      taken += await this.#width(characters[count] ?? '', voice)
      if (taken > most) break
    }
    return await this.#set(`${characters.slice(0, count).join('').trimEnd()}${MORE}`, voice)
  }

  /** Measures text for wrapping. */
  async measure(text: string, voice: Voice = 'text'): Promise<MeasuredText> {
    const paragraphs: Token[][] = []
    for (const paragraph of this.plain(text).split('\n')) {
      const tokens: Token[] = []
      for (const [token] of paragraph.matchAll(TOKENS))
        tokens.push({ text: token, width: await this.#width(token, voice), space: /^\s/u.test(token) })
      paragraphs.push(tokens)
    }
    return { voice, paragraphs }
  }

  /** Wraps measured text to a width at a font size of 1 point. */
  async broken({ voice, paragraphs }: MeasuredText, width: number): Promise<string[]> {
    const lines: string[] = []
    for (const tokens of paragraphs) {
      let text = ''
      let taken = 0
      for (const token of tokens) {
        if (taken + token.width <= width || (token.space && text !== '')) {
          if (!(token.space && text === '' && tokens[0] !== token)) {
            text += token.text
            taken += token.width
          }
          continue
        }
        if (text !== '') lines.push(text.trimEnd())
        text = ''
        taken = 0
        if (token.space) continue
        if (token.width <= width) {
          text = token.text
          taken = token.width
          continue
        }
        // A word longer than a line is broken at the line end.
        for (const character of token.text) {
          const wide = await this.#width(character, voice)
          if (taken + wide > width && text !== '') {
            lines.push(text)
            text = ''
            taken = 0
          }
          text += character
          taken += wide
        }
      }
      lines.push(text.trimEnd())
    }
    return lines
  }

  /** Wraps text to a width, at most `most` lines, with an ellipsis. */
  async wrapped(text: string, voice: Voice, size: number, width: number, most: number): Promise<Line[]> {
    const all = await this.broken(await this.measure(text, voice), width / size)
    const lines: Line[] = []
    for (const one of all.slice(0, most)) lines.push(await this.#set(one, voice))
    if (all.length > most)
      lines[most - 1] = await this.cut(`${all[most - 1] ?? ''}${all[most] ?? ''}`, voice, size, width)
    return lines
  }

  /** The operators that draw a line at a point. */
  show(line: Line, size: number, x: number, y: number): string {
    let along = x
    let operators = ''
    for (const [index, { text, font }] of line.runs.entries()) {
      operators += `/${this.#nameOf(font)} ${n(size)} Tf 1 0 0 1 ${n(along)} ${n(y)} Tm ${font.encodeText(text)} Tj\n`
      if (index < line.runs.length - 1) along += font.widthOfTextAtSize(text, size)
    }
    return operators
  }

  /** The font resources of lines. */
  fonts(lines: readonly Line[]): PDFDict {
    const dict = this.#document.context.obj({})
    for (const { runs } of lines)
      for (const { font } of runs) dict.set(PDFName.of(this.#nameOf(font)), font.ref)
    return dict
  }

  async #set(text: string, voice: Voice): Promise<Line> {
    const key = `${voice} ${text}`
    const line = this.#known.get(key) ?? (await this.#make(text, voice))
    this.#known.set(key, line)
    return line
  }

  async #make(text: string, voice: Voice): Promise<Line> {
    if (text === '') return { runs: [], width: 0 }
    try {
      return await this.#textEmbedding.line(text, FIRST[voice])
    } catch (error) {
      if (!(error instanceof EngineFailure)) throw error
      // A character whose font depended on neighbors that are now on another line.
      return await this.#textEmbedding.line(this.plain(text), FIRST[voice])
    }
  }

  async #width(text: string, voice: Voice): Promise<number> {
    return (await this.#set(text, voice)).width
  }

  #nameOf(font: PDFFont): string {
    const name = this.#names.get(font) ?? `FwL${this.#names.size}`
    this.#names.set(font, name)
    return name
  }
}
