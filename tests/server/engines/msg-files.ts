import CFB from 'cfb'

// Messages of Outlook's, from the format's description ([MS-OXMSG]) in a container by SheetJS's
// writer.

interface Fields {
  [tag: string]: string | Buffer | number
}
export interface MsgParts {
  fields: Fields
  recipients?: Fields[]
  attachments?: (Fields | { inner: MsgParts })[]
}

const HEADER = { root: 32, inner: 24, other: 8 }

/**
 * Properties of a fixed size, 16 bytes each; strings and bytes stand in streams and have their size
 * here.
 */
function properties(fields: Fields, header: Buffer): Buffer {
  const rows = Object.entries(fields).map(([tag, value]) => {
    const row = Buffer.alloc(16)
    row.writeUInt32LE(Number.parseInt(tag, 16), 0)
    row.writeUInt32LE(6, 4)
    if (typeof value === 'number') row.writeUInt32LE(value, 8)
    else row.writeUInt32LE(streamOf(value).length + (tag.endsWith('1F') ? 2 : 0), 8)
    return row
  })
  return Buffer.concat([header, ...rows])
}

const streamOf = (value: string | Buffer) =>
  typeof value === 'string' ? Buffer.from(value, 'utf16le') : value

function add(file: CFB.CFB$Container, folder: string, parts: MsgParts, headerSize: number): void {
  const { fields, recipients = [], attachments = [] } = parts
  const header = Buffer.alloc(headerSize)
  if (headerSize >= HEADER.inner) {
    header.writeUInt32LE(recipients.length, 16)
    header.writeUInt32LE(attachments.length, 20)
  }
  write(file, folder, fields, header)
  const number = (index: number) => `#${index.toString(16).padStart(8, '0')}`
  for (const [index, one] of recipients.entries())
    write(file, `${folder}__recip_version1.0_${number(index)}/`, one, Buffer.alloc(HEADER.other))
  for (const [index, one] of attachments.entries()) {
    const place = `${folder}__attach_version1.0_${number(index)}/`
    if ('inner' in one) {
      write(file, place, { '37050003': 5, '3001001F': 'Inner' }, Buffer.alloc(HEADER.other))
      add(file, `${place}__substg1.0_3701000D/`, one.inner as MsgParts, HEADER.inner)
    } else write(file, place, { '37050003': 1, ...one }, Buffer.alloc(HEADER.other))
  }
}

function write(file: CFB.CFB$Container, folder: string, fields: Fields, header: Buffer): void {
  CFB.utils.cfb_add(file, `${folder}__properties_version1.0`, properties(fields, header))
  for (const [tag, value] of Object.entries(fields))
    if (typeof value !== 'number') CFB.utils.cfb_add(file, `${folder}__substg1.0_${tag}`, streamOf(value))
}

export function msgFile(parts: MsgParts): Buffer {
  const file = CFB.utils.cfb_new()
  for (const stream of ['00020102', '00030102', '00040102'])
    CFB.utils.cfb_add(file, `/__nameid_version1.0/__substg1.0_${stream}`, Buffer.alloc(16))
  add(file, '/', parts, HEADER.root)
  return Buffer.from(CFB.write(file, { type: 'buffer' }) as Uint8Array)
}

/** RTF as Outlook compresses it, in literals alone. Source: [MS-OXRTFCP] 2.1.3. */
export function compressedRtf(rtf: string): Buffer {
  const bytes = Buffer.from(rtf, 'latin1')
  const runs: Buffer[] = []
  let at = 0
  for (; at + 8 <= bytes.length; at += 8) runs.push(Buffer.from([0]), bytes.subarray(at, at + 8))
  const rest = bytes.subarray(at)
  // A reference to where the dictionary is written next ends it; it begins behind 207 bytes that
  // both sides know.
  const end = (207 + bytes.length) % 4096
  runs.push(Buffer.from([1 << rest.length]), rest, Buffer.from([end >> 4, (end & 15) << 4]))
  const content = Buffer.concat(runs)
  const header = Buffer.alloc(16)
  header.writeUInt32LE(content.length + 12, 0)
  header.writeUInt32LE(bytes.length, 4)
  header.write('LZFu', 8)
  return Buffer.concat([header, content])
}

/**
 * 3 November 2026, 04:45 UTC, is not in a stream; the header that came with the message has its
 * zone.
 */
export const letter = (more: Partial<MsgParts> = {}, fields: Fields = {}): MsgParts => ({
  fields: {
    '001A001F': 'IPM.Note',
    '0037001F': 'Harbour – Grüße',
    '0C1A001F': 'Zoë Grün',
    '5D01001F': 'zoe@example.org',
    '1000001F': 'Plain words of the harbour\r\n',
    '007D001F':
      'Received: by example.org\r\nDate: Tue, 3 Nov 2026 10:15:00 +0530\r\nFrom: zoe@example.org\r\n',
    ...fields,
  },
  recipients: [
    {
      '0C150003': 1,
      '3001001F': 'Kai, junior',
      '39FE001F': 'kai@example.org',
      '3003001F': 'kai@example.org',
    },
    { '0C150003': 2, '3001001F': '日本', '39FE001F': 'jp@example.org', '3003001F': 'jp@example.org' },
  ],
  ...more,
})

/** Attributes of TNEF, each with the sum of its bytes. Source: [MS-OXTNEF] 2.1. */
export function tnefFile(attributes: [level: number, id: number, type: number, data: Buffer][]): Buffer {
  const start = Buffer.from('789f3e220100', 'hex')
  const rows = attributes.map(([level, id, type, data]) => {
    const head = Buffer.alloc(9)
    head.writeUInt8(level, 0)
    head.writeUInt16LE(id, 1)
    head.writeUInt16LE(type, 3)
    head.writeUInt32LE(data.length, 5)
    const sum = Buffer.alloc(2)
    sum.writeUInt16LE(data.reduce((total, byte) => (total + byte) & 0xffff, 0))
    return Buffer.concat([head, data, sum])
  })
  return Buffer.concat([start, ...rows])
}

/** One property of bytes, as TNEF keeps properties of MAPI. */
export function mapiBytes(type: number, id: number, bytes: Buffer): Buffer {
  const head = Buffer.alloc(16)
  head.writeUInt32LE(1, 0)
  head.writeUInt16LE(type, 4)
  head.writeUInt16LE(id, 6)
  head.writeUInt32LE(1, 8)
  head.writeUInt32LE(bytes.length, 12)
  return Buffer.concat([head, bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)])
}
