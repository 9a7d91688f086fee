import { damaged } from './failures.ts'

/** Tags with an index in a WOFF2 directory. Source: W3C, "WOFF File Format 2.0", section 4.1. */
export const KNOWN_TAGS =
  'cmap|head|hhea|hmtx|maxp|name|OS/2|post|cvt |fpgm|glyf|loca|prep|CFF |VORG|EBDT|EBLC|gasp|hdmx|kern|LTSH|PCLT|VDMX|vhea|vmtx|BASE|GDEF|GPOS|GSUB|EBSC|JSTF|MATH|CBDT|CBLC|COLR|CPAL|SVG |sbix|acnt|avar|bdat|bloc|bsln|cvar|fdsc|feat|fmtx|fvar|gvar|hsty|just|lcar|mort|morx|opbd|prop|trak|Zapf|Silf|Glat|Gloc|Feat|Sill'.split(
    '|',
  )

/** Reads numbers of a WOFF2 directory; reading past the end means damage. */
export class ByteReader {
  position: number
  readonly #file: Buffer

  constructor(file: Buffer, position: number) {
    this.#file = file
    this.position = position
  }

  byte(): number {
    const byte = this.#file[this.position++]
    if (byte === undefined) throw damaged()
    return byte
  }

  tag(): string {
    return String.fromCharCode(this.byte(), this.byte(), this.byte(), this.byte())
  }

  /** UIntBase128: seven bits per byte, at most five bytes, no leading zeros. */
  base128(): number {
    let value = 0
    for (let index = 0; index < 5; index++) {
      const byte = this.byte()
      if (index === 0 && byte === 0x80) throw damaged()
      value = value * 128 + (byte & 0x7f)
      if (value > 0xffffffff) throw damaged()
      if ((byte & 0x80) === 0) return value
    }
    throw damaged()
  }

  /** 255UInt16: one byte, or a code and one or two more bytes. */
  short(): number {
    const code = this.byte()
    if (code === 253) return this.byte() * 256 + this.byte()
    if (code === 255) return this.byte() + 253
    return code === 254 ? this.byte() + 506 : code
  }

  /** Skips the fonts of a collection, which refer to tables by index. */
  skipCollection(tables: number): void {
    for (let index = 0; index < 4; index++) this.byte()
    for (let fonts = this.short(); fonts > 0; fonts--) {
      const count = this.short()
      this.tag()
      for (let index = 0; index < count; index++) if (this.short() >= tables) throw damaged()
    }
  }
}

export function base128(value: number): Buffer {
  const bytes = [value & 0x7f]
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128)) {
    bytes.unshift((rest & 0x7f) | 0x80)
  }
  return Buffer.from(bytes)
}
