// Books of Mobipocket and Kindle, written from the format's description; libmobi reads them, too.

const NONE = 0xffffffff
const RECORD = 4096

export type Packing = 'none' | 'palmdoc' | 'huffman'
export interface BookOptions {
  packing?: Packing
  encryption?: number
  exth?: [type: number, value: string | Buffer][]
  images?: Buffer[]
  title?: string
}

/**
 * Literals, runs of bytes above 127, a space with a letter, and copies of what stands at most 2047
 * bytes before.
 */
function packPalmDoc(bytes: Buffer): Buffer {
  const out: number[] = []
  for (let at = 0; at < bytes.length; ) {
    const back = bytes.subarray(0, at).lastIndexOf(bytes.subarray(at, at + 3))
    const [byte = 0, next = 0] = [bytes[at], bytes[at + 1]]
    if (at + 3 <= bytes.length && back >= 0 && at - back < 2048) {
      let length = 3
      while (length < 10 && at + length < bytes.length && bytes[back + length] === bytes[at + length])
        length++
      const pair = 0x8000 | ((at - back) << 3) | (length - 3)
      out.push(pair >> 8, pair & 255)
      at += length
    } else if (byte === 0x20 && next >= 0x40 && next < 0x80) {
      out.push(next ^ 0x80)
      at += 2
    } else {
      if (byte === 0 || (byte >= 9 && byte < 0x80)) out.push(byte)
      else out.push(1, byte)
      at += 1
    }
  }
  return Buffer.from(out)
}

/** Codes of eight bits each for all bytes; phrase 1 is made of two others. */
const packHuffman = (bytes: Buffer) => Buffer.from(bytes.map((byte) => 255 - byte))

export function huffmanRecords(change: (phrases: Buffer[]) => void = () => {}): Buffer[] {
  // The same tables follow in the other order of bytes, which nobody reads.
  const codes = Buffer.alloc(24 + 2 * (1024 + 256))
  codes.write('HUFF', 0)
  codes.writeUInt32BE(24, 4)
  codes.writeUInt32BE(24, 8)
  codes.writeUInt32BE(24 + 1024, 12)
  for (let index = 0; index < 256; index++) codes.writeUInt32BE((255 << 8) | 0x80 | 8, 24 + 4 * index)
  const phrases = Array.from({ length: 256 }, (_, index) => Buffer.from([0x80, 1, index]))
  // The byte 1 does not occur: its phrase shows that phrases of phrases are read.
  phrases[1] = Buffer.from([0, 2, 255 - 0x68, 255 - 0x69])
  change(phrases)
  const offsets = Buffer.alloc(512)
  let at = 512
  for (const [index, phrase] of phrases.entries()) {
    offsets.writeUInt16BE(at, 2 * index)
    at += phrase.length
  }
  const head = Buffer.alloc(16)
  head.write('CDIC', 0)
  head.writeUInt32BE(16, 4)
  head.writeUInt32BE(256, 8)
  head.writeUInt32BE(8, 12)
  return [codes, Buffer.concat([head, offsets, ...phrases])]
}

function exthOf(rows: [number, string | Buffer][]): Buffer {
  const body = rows.map(([type, value]) => {
    const bytes = Buffer.isBuffer(value) ? value : Buffer.from(value)
    const head = Buffer.alloc(8)
    head.writeUInt32BE(type, 0)
    head.writeUInt32BE(8 + bytes.length, 4)
    return Buffer.concat([head, bytes])
  })
  const all = Buffer.concat(body)
  const head = Buffer.alloc(12)
  head.write('EXTH', 0)
  head.writeUInt32BE(12 + all.length, 4)
  head.writeUInt32BE(rows.length, 8)
  return Buffer.concat([head, all, Buffer.alloc((4 - (all.length % 4)) % 4)])
}

export const number = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

function palmDatabase(records: Buffer[], kind = 'BOOKMOBI'): Buffer {
  const head = Buffer.alloc(78)
  head.write('Test_book', 0)
  head.write(kind, 60)
  head.writeUInt16BE(records.length, 76)
  const rows = Buffer.alloc(8 * records.length + 2)
  let at = head.length + rows.length
  for (const [index, record] of records.entries()) {
    rows.writeUInt32BE(at, 8 * index)
    rows.writeUInt32BE(2 * index, 8 * index + 4)
    at += record.length
  }
  return Buffer.concat([head, rows, ...records])
}

/** The first record: header, metadata and full name. `fields` are numbers by their place. */
function firstRecord(
  text: Buffer,
  version: number,
  fields: Record<number, number>,
  options: BookOptions,
): Buffer {
  const { packing = 'palmdoc', encryption = 0, exth = [], title = 'Hafen – ein Buch' } = options
  const header = Buffer.alloc(16 + 264, 0xff)
  header.fill(0, 0, 16)
  header.writeUInt16BE({ none: 1, palmdoc: 2, huffman: 17480 }[packing], 0)
  header.writeUInt32BE(text.length, 4)
  header.writeUInt16BE(Math.ceil(text.length / RECORD), 8)
  header.writeUInt16BE(RECORD, 10)
  header.writeUInt16BE(encryption, 12)
  header.write('MOBI', 16)
  const meta = exthOf(exth)
  const name = Buffer.from(title)
  const numbers = {
    20: 264,
    24: 2,
    28: 65001,
    32: 7,
    36: version,
    84: header.length + meta.length,
    88: name.length,
    92: 7,
    104: version,
    112: 0,
    116: 0,
    128: 0x40,
    240: 0,
  }
  for (const [place, value] of Object.entries({ ...numbers, ...fields }))
    header.writeUInt32BE(value, Number(place))
  return Buffer.concat([header, meta, name, Buffer.alloc(4)])
}

function textRecords(text: Buffer, packing: Packing): Buffer[] {
  const pack = { none: (part: Buffer) => part, palmdoc: packPalmDoc, huffman: packHuffman }[packing]
  return Array.from({ length: Math.ceil(text.length / RECORD) }, (_, index) =>
    Buffer.from(pack(text.subarray(index * RECORD, (index + 1) * RECORD))),
  )
}

const END = Buffer.from('e98e0d0a', 'hex')

/** A book of Mobipocket's: one HTML text with `filepos` and `recindex`. */
export function mobi6(html: string | Buffer, options: BookOptions = {}, huffman = huffmanRecords()): Buffer {
  const text = Buffer.from(html)
  const { packing = 'palmdoc', images = [] } = options
  const texts = textRecords(text, packing)
  const tables = packing === 'huffman' ? huffman : []
  const firstImage = 1 + texts.length + tables.length
  const fields = {
    80: 1 + texts.length,
    108: firstImage,
    112: tables.length > 0 ? 1 + texts.length : 0,
    116: tables.length,
  }
  return palmDatabase([firstRecord(text, 6, fields, options), ...texts, ...tables, ...images, END])
}

const variable = (value: number): number[] =>
  value < 0x80
    ? [value | 0x80]
    : [value >> 7 > 0x7f ? value >> 14 : -1, (value >> 7) & 0x7f, (value & 0x7f) | 0x80].filter(
        (one) => one >= 0,
      )

type Row = { name: string; values: number[] }

/**
 * An index: its head with the tags, one record of entries, and its texts. Each entry has all tags.
 */
function index(
  tags: [tag: number, values: number, mask: number][],
  rows: Row[],
  texts: Buffer | null,
): Buffer[] {
  const head = Buffer.alloc(192, 0)
  head.write('INDX', 0)
  head.writeUInt32BE(192, 4)
  head.writeUInt32BE(2, 16)
  head.writeUInt32BE(1, 24)
  head.writeUInt32BE(65001, 28)
  head.writeUInt32BE(NONE, 32)
  head.writeUInt32BE(rows.length, 36)
  head.writeUInt32BE(texts ? 1 : 0, 52)
  head.writeUInt32BE(192, 180)
  const rowsOfTags = [
    ...tags.map(([tag, values, mask]) => Buffer.from([tag, values, mask, 0])),
    Buffer.from([0, 0, 0, 1]),
  ]
  const tagHead = Buffer.concat([
    Buffer.from('TAGX'),
    number(12 + 4 * rowsOfTags.length),
    number(1),
    ...rowsOfTags,
  ])
  const last = rows.at(-1)?.name ?? ''
  const geometry = Buffer.concat([
    Buffer.from([last.length]),
    Buffer.from(last),
    Buffer.from([0, rows.length]),
  ])
  head.writeUInt32BE(192 + tagHead.length + geometry.length, 20)
  const meta = Buffer.concat([
    head,
    tagHead,
    geometry,
    Buffer.from('IDXT'),
    Buffer.from([0, 192 + tagHead.length, 0, 0]),
  ])
  const data = Buffer.alloc(192)
  data.write('INDX', 0)
  data.writeUInt32BE(192, 4)
  data.writeUInt32BE(1, 8)
  data.writeUInt32BE(rows.length, 24)
  data.fill(0xff, 28, 36)
  const control = tags.reduce((bits, [, , mask]) => bits | mask, 0)
  const entries = rows.map(({ name, values }) =>
    Buffer.from([name.length, ...Buffer.from(name), control, ...values.flatMap(variable)]),
  )
  const places: number[] = []
  let at = 192
  for (const entry of entries) {
    places.push(at >> 8, at & 255)
    at += entry.length
  }
  const pad = Buffer.alloc((4 - (at % 4)) % 4)
  data.writeUInt32BE(at + pad.length, 20)
  return [
    meta,
    Buffer.concat([data, ...entries, pad, Buffer.from('IDXT'), Buffer.from(places)]),
    ...(texts ? [texts] : []),
  ]
}

function textTable(labels: string[]): { bytes: Buffer; places: number[] } {
  const places: number[] = []
  let bytes = Buffer.alloc(0)
  for (const label of labels) {
    places.push(bytes.length)
    bytes = Buffer.concat([bytes, Buffer.from(variable(Buffer.byteLength(label))), Buffer.from(label)])
  }
  return { bytes, places }
}

/** A book in KF8: for each page a skeleton and one fragment, a style sheet, a table of contents. */
export function kf8(
  pages: { body: string; label: string }[],
  css: string,
  options: BookOptions = {},
): Buffer {
  const skeleton = [
    '<html><head><link href="kindle:flow:0001?mime=text/css" rel="stylesheet" type="text/css"/></head><body aid="0">',
    '</body></html>',
  ]
  const parts: Buffer[] = []
  const skeletons: Row[] = []
  const fragments: Row[] = []
  const selectors = textTable(pages.map((_, page) => `P-//*[@aid='${page}']`))
  let at = 0
  for (const [page, { body }] of pages.entries()) {
    const [frame, bytes] = [Buffer.from(skeleton.join('')), Buffer.from(body)]
    skeletons.push({
      name: `SKEL${String(page).padStart(10, '0')}`,
      values: [1, 1, at, frame.length, at, frame.length],
    })
    const place = at + Buffer.byteLength(skeleton[0] ?? '')
    fragments.push({
      name: String(place).padStart(10, '0'),
      values: [selectors.places[page] ?? 0, page, page, 0, bytes.length],
    })
    parts.push(frame, bytes)
    at += frame.length + bytes.length
  }
  const text = Buffer.concat([...parts, Buffer.from(css)])
  const labels = textTable(pages.map(({ label }) => label))
  const contents = pages.map((_, page) => ({
    name: String(page).padStart(3, '0'),
    values: [0, 1, labels.places[page] ?? 0, 0, page, 0],
  }))
  const { packing = 'palmdoc', images = [] } = options
  const texts = textRecords(text, packing)
  const ncx = index(
    [
      [1, 1, 1],
      [2, 1, 2],
      [3, 1, 4],
      [4, 1, 8],
      [6, 2, 128],
    ],
    contents,
    labels.bytes,
  )
  const frag = index(
    [
      [2, 1, 1],
      [3, 1, 2],
      [4, 1, 4],
      [6, 2, 8],
    ],
    fragments,
    selectors.bytes,
  )
  // Both tags stand twice, as they do in books: their masks have two bits.
  const skel = index(
    [
      [1, 1, 3],
      [6, 2, 12],
    ],
    skeletons.map(({ name, values }) => ({ name, values })),
    null,
  )
  doubleTags(skel[1], skeletons.length)
  const flows = Buffer.concat([
    Buffer.from('FDST'),
    number(12),
    number(2),
    number(0),
    number(at),
    number(at),
    number(text.length),
  ])
  const start = 1 + texts.length
  const places = { ncx: start, frag: start + ncx.length, skel: start + ncx.length + frag.length }
  const firstImage = places.skel + skel.length
  const fields = {
    80: start,
    108: images.length > 0 ? firstImage : NONE,
    192: firstImage + images.length,
    196: 2,
    244: places.ncx,
    248: places.frag,
    252: places.skel,
    256: NONE,
    260: NONE,
  }
  const first = firstRecord(text, 8, fields, options)
  return palmDatabase([first, ...texts, ...ncx, ...frag, ...skel, ...images, flows, END])
}

/**
 * Two values of each tag: the bits of the control byte say so (2 of 3 for the first, 2 of 3 for the
 * second).
 */
function doubleTags(data: Buffer | undefined, rows: number): void {
  if (!data) return
  for (let row = 0, at = 192; row < rows; row++) {
    const control = at + 1 + (data[at] ?? 0)
    data[control] = 0b1010
    at = control + 1
    for (let values = 0; values < 6; values++) {
      while (((data[at] ?? 0x80) & 0x80) === 0) at++
      at++
    }
  }
}
