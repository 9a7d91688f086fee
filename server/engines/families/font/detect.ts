import { without } from '../../kernel/source/text.ts'

const SFNT_MAGIC = ['\0\x01\0\0', 'true', 'typ1']

/**
 * The font format of a file's first bytes, or null; `claimed` is the format of its name and decides
 * only between formats without a signature. A `.ttf` with CFF outlines is an `otf`, and vice versa.
 */
export function fontFormat(head: Buffer, claimed: string | null): string | null {
  if (head.length < 8) return null
  const start = head.toString('latin1', 0, 64)
  if (start.startsWith('wOFF')) return 'woff'
  if (start.startsWith('wOF2')) return 'woff2'
  if (start.startsWith('ttcf')) return collectionFormat(head, claimed)
  if (start.startsWith('\x01fcp')) return 'pcf'
  if (isSfnt(head, 0)) return start.startsWith('OTTO') ? 'otf' : 'ttf'
  if (start.startsWith('SplineFontDB:')) return 'sfd'
  if (/^STARTFONT\s+\d/.test(start)) return 'bdf'
  return (
    postScriptFormat(head) ??
    (isEot(head) ? 'eot' : null) ??
    (isResourceFork(head, claimed) ? 'dfont' : null) ??
    (isCff(head, claimed) ? 'cff' : null) ??
    (isWindowsFont(head, claimed) ? 'fnt' : null)
  )
}

/** Whether an SVG is only a font. An SVG drawing with an embedded font is a drawing. */
export function isSvgFont(text: string): boolean {
  if (!/<font[\s>]/.test(text) || !/<(glyph|missing-glyph)[\s/>]/.test(text)) return false
  const rest = without(text, '<!--', '-->').replace(/<font[\s>][\s\S]*?(<\/font>|$)/g, '')
  return !/<(path|rect|circle|ellipse|line|polyline|polygon|text|image|use)[\s/>]/.test(rest)
}

/** A known version and a printable first table tag: the version alone is too weak. */
function isSfnt(head: Buffer, at: number): boolean {
  if (head.length < at + 16) return false
  const version = head.toString('latin1', at, at + 4)
  if (version !== 'OTTO' && !SFNT_MAGIC.includes(version)) return false
  const tables = head.readUInt16BE(at + 4)
  return tables > 0 && tables < 512 && /^[\x20-\x7e]{4}$/.test(head.toString('latin1', at + 12, at + 16))
}

function collectionFormat(head: Buffer, claimed: string | null): string {
  const first = head.length >= 16 ? head.readUInt32BE(12) : 0
  if (head.length < first + 4) return claimed === 'otc' ? 'otc' : 'ttc'
  return head.toString('latin1', first, first + 4) === 'OTTO' ? 'otc' : 'ttc'
}

/**
 * Type 1, 3 and 42 fonts, which are PostScript programs; other PostScript is rejected and never
 * executed.
 */
function postScriptFormat(head: Buffer): string | null {
  const binary = head[0] === 0x80 && head[1] === 1
  const text = head.toString('latin1', binary ? 6 : 0)
  if (binary) return text.startsWith('%!') ? 'pfb' : null
  if (text.startsWith('%!PS-TrueTypeFont')) return 't42'
  if (!/^%!(PS-AdobeFont-1|FontType1|PS-Adobe-3\.0 Resource-Font\s)/.test(text)) return null
  if (/\/FontType\s+3\b/.test(text)) return 'pt3'
  return /\/FontType\s+42\b/.test(text) ? 't42' : 'pfa'
}

/** [EOT submission, 3]: a known version and the magic number, with a size above the header's. */
function isEot(head: Buffer): boolean {
  if (head.length < 82 || head.readUInt16LE(34) !== 0x504c) return false
  return [0x10000, 0x20001, 0x20002].includes(head.readUInt32LE(8)) && head.readUInt32LE(0) >= 82
}

/**
 * A data-fork resource file: its map follows its data, and the first resource is a font unless the
 * name decides.
 */
function isResourceFork(head: Buffer, claimed: string | null): boolean {
  if (head.length < 276) return false
  const data = head.readUInt32BE(0)
  if (data !== 256 || head.readUInt32BE(4) !== data + head.readUInt32BE(8)) return false
  return claimed === 'dfont' || isSfnt(head, 260)
}

/** A version 1 header and exactly one font name; the file extension decides unusual cases. */
function isCff(head: Buffer, claimed: string | null): boolean {
  if (head[0] !== 1 || head[2] !== 4 || (head[3] ?? 0) < 1 || (head[3] ?? 0) > 4) return false
  return (
    head.readUInt16BE(4) === 1 && (claimed === 'cff' || (head[1] === 0 && head[6] === 1 && head[7] === 1))
  )
}

/**
 * [Windows 3.0 font file]: no signature, so it requires the extension, the version and a plausible
 * size.
 */
function isWindowsFont(head: Buffer, claimed: string | null): boolean {
  if (claimed !== 'fnt' || head.length < 118) return false
  return [0x200, 0x300].includes(head.readUInt16LE(0)) && head.readUInt32LE(2) >= 118
}
