import { isUtf8 } from 'node:buffer'
import { TextDecoder } from 'node:util'
import { decoderOfCharset, decoderOfCodePage, isLead } from './rtf-charsets.ts'

interface Group {
  font: number | null
  /** Number of fallback characters after `\u` for readers without Unicode. */
  fallback: number
  fontTable: boolean
}

/** A byte, a control word with its parameter and delimiter, a control symbol, a brace, or text. */
const TOKEN = /\\'([0-9a-f]{2})|\\([a-z]+)(-?\d{1,10})? ?|\\([\s\S])|([{}])|([^\\{}]+)/giy
const RUN = /[\x80-\xff]+|[^\x80-\xff]+/g

const UTF8 = new TextDecoder('utf-8')

/**
 * Converts an RTF document's text to Unicode escapes. pandoc decodes every byte as Windows-1252 and
 * takes punctuation after a control word for its delimiter, so bytes are decoded by the charset of
 * their font, and each control word ends in a space.
 */
export function unicodeRtf(bytes: Buffer): string {
  return new RtfRewriter(bytes).rewrite()
}

class RtfRewriter {
  readonly #source: string
  /** Some programs write UTF-8, although RTF has no such encoding. */
  readonly #utf8: boolean
  readonly #out: string[] = []
  readonly #fonts = new Map<number, TextDecoder | null>()
  readonly #stack: Group[] = []
  #group: Group = { font: null, fallback: 1, fontTable: false }
  #documentDecoder = decoderOfCodePage(1252)
  #defaultFont = 0
  /** Bytes to decode together, and whether the last one is a lead byte. */
  #bytes: number[] = []
  #open = false
  /** A high surrogate. */
  #high = 0
  #skip = 0

  constructor(bytes: Buffer) {
    this.#source = bytes.toString('latin1')
    this.#utf8 = isUtf8(bytes)
  }

  rewrite(): string {
    TOKEN.lastIndex = 0
    for (let token = TOKEN.exec(this.#source); token; token = TOKEN.exec(this.#source)) {
      const [, hex, word, parameter, symbol, brace, text] = token
      if (hex !== undefined) this.#byte(Number.parseInt(hex, 16))
      else if (word !== undefined) this.#word(word, parameter)
      else if (symbol !== undefined) this.#symbol(symbol)
      else if (brace !== undefined) this.#brace(brace)
      else if (text !== undefined) this.#text(text)
    }
    this.#flush()
    return this.#out.join('')
  }

  #decoder(): TextDecoder | null {
    const font = this.#fonts.get(this.#group.font ?? this.#defaultFont)
    return font === undefined ? this.#documentDecoder : font
  }

  #byte(byte: number): void {
    if (this.#skip > 0) {
      this.#skip -= 1
      return
    }
    if (this.#high !== 0) this.#flush()
    const decoder = this.#decoder()
    this.#bytes.push(byte)
    this.#open = !this.#open && decoder !== null && isLead(decoder, byte)
  }

  #word(word: string, parameter: string | undefined): void {
    const value = parameter === undefined ? null : Number(parameter)
    if (word === 'u' && value !== null) {
      this.#character(value)
      return
    }
    this.#flush()
    if (word === 'bin') this.#binary(value ?? 0)
    else if (this.#skip > 0) this.#skip -= 1
    else if (this.#setting(word, value)) this.#out.push(`\\${word}${parameter ?? ''} `)
  }

  /** Processes a control word about encoding; false if the result doesn't need it. */
  #setting(word: string, value: number | null): boolean {
    const group = this.#group
    if (word === 'uc') {
      this.#group = { ...group, fallback: Math.min(Math.max(value ?? 1, 0), 255) }
      return false
    }
    if (word === 'ansicpg') {
      this.#documentDecoder = decoderOfCodePage(value ?? 1252)
      return false
    }
    if (word === 'mac') this.#documentDecoder = decoderOfCodePage(10000)
    else if (word === 'pc' || word === 'pca') this.#documentDecoder = null
    else if (word === 'deff') this.#defaultFont = value ?? 0
    else if (word === 'fonttbl') this.#group = { ...group, fontTable: true }
    else if (word === 'f' || word === 'plain') this.#group = { ...group, font: word === 'f' ? value : null }
    else if (group.fontTable && group.font !== null && value !== null) {
      if (word === 'fcharset' && value !== 1) this.#fonts.set(group.font, decoderOfCharset(value))
      else if (word === 'cpg') this.#fonts.set(group.font, decoderOfCodePage(value))
    }
    return true
  }

  /** Adds a UTF-16 code unit and skips its fallback. */
  #character(value: number): void {
    const unit = value < 0 ? value + 0x10000 : value
    const high = this.#high
    if (high !== 0 && unit >= 0xdc00 && unit <= 0xdfff) {
      this.#high = 0
      this.#write(String.fromCharCode(high, unit))
    } else {
      this.#flush()
      if (unit >= 0xd800 && unit <= 0xdbff) this.#high = unit
      else if (unit > 0 && unit <= 0x10ffff) this.#write(String.fromCodePoint(unit).toWellFormed())
    }
    this.#skip = this.#group.fallback
  }

  #symbol(symbol: string): void {
    if (this.#skip > 0) this.#skip -= 1
    else if (this.#open && /[\\{}]/.test(symbol)) this.#byte(symbol.charCodeAt(0))
    else {
      this.#flush()
      // An escape without digits, which pandoc would reject, is dropped.
      if (symbol !== "'") this.#out.push(`\\${symbol}`)
    }
  }

  #brace(brace: string): void {
    this.#flush()
    this.#skip = 0
    if (brace === '{') this.#stack.push(this.#group)
    else this.#group = this.#stack.pop() ?? this.#group
    this.#out.push(brace)
  }

  #text(given: string): void {
    // Line breaks aren't characters: they neither count as fallback nor end a run of bytes.
    let text = this.#skip > 0 || this.#open ? given.replace(/[\r\n]+/g, '') : given
    if (this.#skip > 0) {
      const kept = text.slice(this.#skip)
      this.#skip -= text.length - kept.length
      text = kept
    }
    if (text === '' || (/^[\r\n]+$/.test(text) && this.#bytes.length > 0)) return
    for (const [run] of text.matchAll(RUN)) {
      if (run.charCodeAt(0) < 0x80) this.#ascii(run)
      else if (this.#utf8) this.#plain(UTF8.decode(Buffer.from(run, 'latin1')))
      else for (const byte of Buffer.from(run, 'latin1')) this.#byte(byte)
    }
  }

  #ascii(run: string): void {
    if (this.#open) {
      this.#byte(run.charCodeAt(0))
      this.#plain(run.slice(1))
    } else this.#plain(run)
  }

  #plain(text: string): void {
    if (text === '') return
    this.#flush()
    this.#out.push(text)
  }

  /** Converts binary image data to hexadecimal, which pandoc reads; raw bytes aren't text. */
  #binary(length: number): void {
    const start = TOKEN.lastIndex
    const end = Math.min(this.#source.length, start + Math.max(0, length))
    this.#out.push(Buffer.from(this.#source.slice(start, end), 'latin1').toString('hex'))
    TOKEN.lastIndex = end
  }

  #flush(): void {
    if (this.#high !== 0) this.#out.push('\ufffd')
    this.#high = 0
    if (this.#bytes.length === 0) return
    const bytes = Buffer.from(this.#bytes)
    this.#bytes = []
    this.#open = false
    const decoder = this.#decoder()
    if (decoder) this.#write(decoder.decode(bytes))
    else for (const byte of bytes) this.#out.push(`\\'${byte.toString(16).padStart(2, '0')}`)
  }

  #write(text: string): void {
    this.#out.push(text.replace(/[\\{}]/g, '\\$&'))
  }
}
