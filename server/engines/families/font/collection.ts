import { EngineFailure } from '../../kernel/engine.ts'
import { sentence } from '../../kernel/sentence.ts'
import { damaged } from './failures.ts'
import { buildSfnt, parseSfnt, readSfnt, type Sfnt } from './sfnt.ts'

const MAX_FONTS = 256

/**
 * The fonts of a TTC or OTC; shared tables are shared buffers. Source: OpenType 1.9, "Font
 * Collections".
 */
export function readCollection(file: Buffer): Sfnt[] {
  if (file.length < 12) throw damaged()
  const count = file.readUInt32BE(8)
  if (count > MAX_FONTS) throw tooMany()
  if (count === 0 || 12 + 4 * count > file.length) throw damaged()
  return Array.from({ length: count }, (_, index) => parseSfnt(file, file.readUInt32BE(12 + 4 * index)))
}

/** Writes fonts as a collection of version 1.0. */
export function writeCollection(fonts: readonly Sfnt[]): Buffer {
  const header = Buffer.alloc(12 + 4 * fonts.length)
  header.write('ttcf', 0, 'latin1')
  header.writeUInt32BE(0x00010000, 4)
  header.writeUInt32BE(fonts.length, 8)
  const parts: Buffer[] = [header]
  let position = header.length
  for (const [index, font] of fonts.entries()) {
    header.writeUInt32BE(position, 12 + 4 * index)
    const bytes = buildSfnt(font, position)
    parts.push(bytes)
    position += bytes.length
  }
  return Buffer.concat(parts, position)
}

/**
 * The fonts of a data-fork resource file: its `sfnt` resources. Source: Inside Macintosh, "More
 * Macintosh Toolbox", "Resource File Format".
 */
export function readDfont(file: Buffer): Sfnt[] {
  const at = (position: number, length: number) => {
    if (position + length > file.length) throw damaged()
    return position
  }
  const data = file.readUInt32BE(at(0, 16))
  const map = file.readUInt32BE(4)
  const types = map + file.readUInt16BE(at(map + 24, 2))
  const kinds = (file.readUInt16BE(at(types, 2)) + 1) & 0xffff
  const fonts: Sfnt[] = []
  for (let kind = 0; kind < kinds; kind++) {
    const entry = at(types + 2 + 8 * kind, 8)
    if (file.toString('latin1', entry, entry + 4) !== 'sfnt') continue
    const count = file.readUInt16BE(entry + 4) + 1
    if (count > MAX_FONTS) throw tooMany()
    for (let index = 0; index < count; index++) {
      const reference = at(types + file.readUInt16BE(entry + 6) + 12 * index, 12)
      const start = at(data + (file.readUInt32BE(reference + 4) & 0xffffff), 4)
      const length = file.readUInt32BE(start)
      at(start + 4, length)
      fonts.push(readSfnt(file.subarray(start + 4, start + 4 + length)))
    }
  }
  if (fonts.length === 0) throw damaged(sentence`The suitcase has no outline font in it.`)
  return fonts
}

/**
 * Writes fonts as `sfnt` resources with IDs from 128. Resource offsets have 24 bits, so 16 MB is
 * the limit.
 */
export function writeDfont(fonts: readonly Sfnt[]): Buffer {
  const resources: Buffer[] = []
  const references: Buffer[] = []
  let position = 0
  for (const [index, font] of fonts.entries()) {
    if (position > 0xffffff) throw noRoom()
    const bytes = font.bytes ?? buildSfnt(font)
    const length = Buffer.alloc(4)
    length.writeUInt32BE(bytes.length)
    resources.push(length, bytes)
    const reference = Buffer.alloc(12)
    reference.writeUInt16BE(128 + index, 0)
    reference.writeUInt16BE(0xffff, 2)
    reference.writeUInt32BE(position, 4)
    references.push(reference)
    position += 4 + bytes.length
  }
  const map = Buffer.alloc(38)
  map.writeUInt16BE(28, 24)
  map.writeUInt16BE(38 + 12 * fonts.length, 26)
  map.writeUInt16BE(0, 28)
  map.write('sfnt', 30, 'latin1')
  map.writeUInt16BE(fonts.length - 1, 34)
  map.writeUInt16BE(10, 36)
  const header = Buffer.alloc(256)
  header.writeUInt32BE(256, 0)
  header.writeUInt32BE(256 + position, 4)
  header.writeUInt32BE(position, 8)
  header.writeUInt32BE(map.length + 12 * fonts.length, 12)
  header.copy(map, 0, 0, 16)
  return Buffer.concat([header, ...resources, map, ...references])
}

const tooMany = () =>
  new EngineFailure(
    'source_too_complex',
    sentence`The collection has more than ${MAX_FONTS} fonts. Split it into parts.`,
  )
const noRoom = () =>
  new EngineFailure('output_wrong', sentence`The fonts are too large for one DFONT file. Choose TTC instead.`)
