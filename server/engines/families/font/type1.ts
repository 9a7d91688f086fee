import { sentence } from '../../kernel/sentence.ts'
import { damaged } from './failures.ts'

/** Source for all below: Adobe, "Adobe Type 1 Font Format", 1990, chapters 2 and 7. */
const EEXEC_KEY = 55_665
const MAX_GLYPHS = 65_535

interface Type1 {
  /** The clear text up to `eexec`. */
  clear: string
  /** The decrypted private part, one character per byte. */
  hidden: string
}

/**
 * Rewrites a Type 1 font in the order and syntax of Adobe's fonts. The format is a program with
 * many equivalent forms; FontForge reads the common one. Keeps outlines and hints unchanged.
 * @throws `source_damaged` without glyphs
 */
export function rewriteType1(file: Buffer): Buffer {
  const { clear, hidden } = open(file)
  const glyphs = glyphsOf(hidden)
  if (glyphs.length === 0) throw damaged(sentence`The font has no characters that can be read.`)
  const number = (name: string, standard: number) =>
    Number(new RegExp(`/${name}\\s+(-?[\\d.]+)`).exec(clear)?.[1] ?? standard)
  const text = (name: string) => new RegExp(`/${name}\\s*\\(((?:[^()\\\\]|\\\\.)*)\\)`).exec(clear)?.[1] ?? ''
  const list = (where: string, name: string) =>
    new RegExp(`/${name}\\s*[[{]([-\\d.\\s]*)[\\]}]`).exec(where)?.[1]?.trim() ?? ''
  const name = /\/FontName\s*\/([!-'*-.0-;=?-Z\\^-z|~]{1,63})/.exec(clear)?.[1] ?? 'Untitled'
  const head = [
    `%!PS-AdobeFont-1.0: ${name} ${text('version') || '1.0'}`,
    '12 dict begin',
    '/FontType 1 def',
    `/FontMatrix [${list(clear, 'FontMatrix') || '0.001 0 0 0.001 0 0'}]readonly def`,
    `/FontName /${name} def`,
    `/FontBBox {${list(clear, 'FontBBox') || '0 0 0 0'}}readonly def`,
    '/PaintType 0 def',
    '/FontInfo 10 dict dup begin',
    ...['version', 'Notice', 'Copyright', 'FullName', 'FamilyName', 'Weight']
      .filter(text)
      .map((key) => ` /${key} (${text(key)}) readonly def`),
    ` /ItalicAngle ${number('ItalicAngle', 0)} def`,
    ` /isFixedPitch ${/\/isFixedPitch\s+true/.test(clear)} def`,
    ` /UnderlinePosition ${number('UnderlinePosition', -100)} def`,
    ` /UnderlineThickness ${number('UnderlineThickness', 50)} def`,
    'end readonly def',
    ...encodingOf(clear),
    'currentdict end',
    'currentfile eexec',
    '',
  ].join('\n')
  const subrs = subroutinesOf(hidden)
  const body = [
    '\0\0\0\0dup',
    '/Private 20 dict dup begin',
    '/RD{string currentfile exch readstring pop}executeonly def',
    '/ND{noaccess def}executeonly def',
    '/NP{noaccess put}executeonly def',
    '/MinFeature{16 16}ND',
    '/password 5839 def',
    ...['BlueValues', 'OtherBlues', 'StdHW', 'StdVW', 'StemSnapH', 'StemSnapV']
      .map((key) => [key, list(hidden, key)] as const)
      .filter(([, values]) => values !== '')
      .map(([key, values]) => `/${key} [${values.replace(/\.0+(?=\s|$)/g, '')}] ND`),
    `/lenIV ${/\/lenIV\s+(-?\d+)/.exec(hidden)?.[1] ?? 4} def`,
    `/Subrs ${subrs.length} array`,
    ...subrs.map((code, index) => `dup ${index} ${code.length} RD ${code} NP`),
    'ND',
    `2 index /CharStrings ${glyphs.length} dict dup begin`,
    ...glyphs.map(([glyph, code]) => `/${glyph} ${code.length} RD ${code} ND`),
    'end end',
    'readonly put',
    'put',
    'dup/FontName get exch definefont pop',
    'mark currentfile closefile',
    '',
  ].join('\n')
  const tail = `${`${'0'.repeat(64)}\n`.repeat(8)}cleartomark\n`
  const hex = encrypt(Buffer.from(body, 'latin1'))
    .toString('hex')
    .replace(/.{1,64}/g, '$&\n')
  return Buffer.from(head + hex + tail, 'latin1')
}

function open(file: Buffer): Type1 {
  const whole = file[0] === 0x80 ? withoutSegments(file) : file
  const start = whole.indexOf('eexec')
  if (start < 0) throw damaged()
  let at = start + 5
  while ([0x20, 0x09, 0x0a, 0x0d].includes(whole[at] ?? 0)) at++
  const rest = whole.subarray(at)
  const isHex = /^[0-9a-f\s]{8}/i.test(rest.toString('latin1', 0, 8))
  const bytes = isHex ? Buffer.from(rest.toString('latin1').replace(/[^0-9a-f]+/gi, ''), 'hex') : rest
  return { clear: whole.toString('latin1', 0, start), hidden: decrypt(bytes).toString('latin1', 4) }
}

/** Removes the segment headers of a PFB file (marker, type and length). */
function withoutSegments(file: Buffer): Buffer {
  const parts: Buffer[] = []
  for (let at = 0; at + 6 <= file.length && file[at] === 0x80 && file[at + 1] !== 3; ) {
    const length = file.readUInt32LE(at + 2)
    parts.push(file.subarray(at + 6, at + 6 + length))
    at += 6 + length
  }
  return Buffer.concat(parts)
}

function decrypt(bytes: Buffer): Buffer {
  let key = EEXEC_KEY
  return bytes.map((byte) => {
    const plain = byte ^ (key >> 8)
    key = ((byte + key) * 52_845 + 22_719) & 0xffff
    return plain
  }) as Buffer
}

function encrypt(bytes: Buffer): Buffer {
  let key = EEXEC_KEY
  return Buffer.from(
    bytes.map((byte) => {
      const coded = (byte ^ (key >> 8)) & 0xff
      key = ((coded + key) * 52_845 + 22_719) & 0xffff
      return coded
    }),
  )
}

/** A sequence of `/name 35 RD …`; the name of the `RD` operator varies. */
function glyphsOf(hidden: string): [name: string, code: string][] {
  const glyphs: [string, string][] = []
  const entry = /\/([!-'*-.0-;=?-Z\\^-z|~]{1,63})\s+(\d{1,5})\s+\S{1,32} /g
  entry.lastIndex = Math.max(0, hidden.indexOf('/CharStrings'))
  // The dictionary's own line has the same form: a name and a number.
  const first = hidden.indexOf('begin', entry.lastIndex)
  if (first >= 0) entry.lastIndex = first
  for (let match = entry.exec(hidden); match && glyphs.length < MAX_GLYPHS; match = entry.exec(hidden)) {
    const code = hidden.slice(entry.lastIndex, entry.lastIndex + Number(match[2]))
    glyphs.push([match[1] ?? '', code])
    entry.lastIndex += code.length
  }
  return glyphs
}

/** `dup 0 15 RD …`; missing numbers become subroutines that return. */
function subroutinesOf(hidden: string): string[] {
  const subrs: string[] = []
  const entry = /dup\s+(\d{1,5})\s+(\d{1,5})\s+\S{1,32} /g
  const end = hidden.indexOf('/CharStrings')
  entry.lastIndex = Math.max(0, hidden.indexOf('/Subrs'))
  for (let match = entry.exec(hidden); match && match.index < end; match = entry.exec(hidden)) {
    const code = hidden.slice(entry.lastIndex, entry.lastIndex + Number(match[2]))
    subrs[Number(match[1])] = code
    entry.lastIndex += code.length
  }
  return Array.from(subrs, (code) => code ?? '')
}

function encodingOf(clear: string): string[] {
  const entries = [...clear.matchAll(/dup\s+(\d{1,3})\s*\/([^\s/]{1,63})\s+put/g)]
  if (entries.length === 0 && /\/Encoding\s+StandardEncoding/.test(clear))
    return ['/Encoding StandardEncoding def']
  return [
    '/Encoding 256 array',
    ' 0 1 255 { 1 index exch /.notdef put} for',
    ...entries.map(([, code, glyph]) => `dup ${code}/${glyph} put`),
    'readonly def',
  ]
}
