import { damagedMessage } from './failures.ts'

const END_OF_CHAIN = 0xfffffffe
const NO_STREAM = 0xffffffff
const ENTRY = 128
const IN_HEADER = 109

/**
 * Validates the allocation table and directory of a compound file: the library follows both without
 * limits, so this rejects cycles and sizes beyond the file. Source: [MS-CFB] 2.2 to 2.6.
 * @throws EngineFailure source_damaged
 */
export function checkCompound(bytes: Buffer): void {
  if (bytes.length < 1536) throw damagedMessage('too short')
  const shift = bytes.readUInt16LE(30)
  if (shift !== 9 && shift !== 12) throw damagedMessage(`sector shift ${shift}`)
  const size = 2 ** shift
  const table = allocationTable(bytes, size)
  const chain = (start: number) => follow(table, start)
  const directory = chain(bytes.readUInt32LE(48)).map((sector) => sectorAt(bytes, sector, size))
  const entries = Buffer.concat(directory)
  checkDirectory(entries, bytes.length)
  for (let at = 0; at < entries.length; at += ENTRY) {
    const type = entries.readUInt8(at + 66)
    const length = entries.readUInt32LE(at + 120)
    if (type === 5 || (type === 2 && length >= 4096)) chain(entries.readUInt32LE(at + 116))
  }
  checkSmall(
    chain(bytes.readUInt32LE(60)).map((sector) => sectorAt(bytes, sector, size)),
    entries,
  )
}

function sectorAt(bytes: Buffer, sector: number, size: number): Buffer {
  const start = (sector + 1) * size
  if (start + size > bytes.length) {
    // Some writers truncate the last sector of a file.
    if (start >= bytes.length) throw damagedMessage(`sector ${sector} lies outside`)
    return Buffer.concat([bytes.subarray(start), Buffer.alloc(start + size - bytes.length)])
  }
  return bytes.subarray(start, start + size)
}

function allocationTable(bytes: Buffer, size: number): Buffer {
  const sectors: number[] = []
  const count = bytes.readUInt32LE(44)
  if (count > bytes.length / size) throw damagedMessage('table larger than the file')
  for (let index = 0; index < Math.min(count, IN_HEADER); index++)
    sectors.push(bytes.readUInt32LE(76 + 4 * index))
  let next = bytes.readUInt32LE(68)
  const seen = new Set<number>()
  while (sectors.length < count && next < END_OF_CHAIN) {
    if (seen.has(next)) throw damagedMessage('the table of tables goes in a circle')
    seen.add(next)
    const more = sectorAt(bytes, next, size)
    for (let at = 0; at < size - 4 && sectors.length < count; at += 4) sectors.push(more.readUInt32LE(at))
    next = more.readUInt32LE(size - 4)
  }
  return Buffer.concat(
    sectors.filter((sector) => sector < END_OF_CHAIN).map((sector) => sectorAt(bytes, sector, size)),
  )
}

function follow(table: Buffer, start: number): number[] {
  const sectors: number[] = []
  const seen = new Set<number>()
  for (let sector = start; sector < END_OF_CHAIN - 3; ) {
    if (seen.has(sector) || sector * 4 + 4 > table.length) throw damagedMessage('a chain without an end')
    seen.add(sector)
    sectors.push(sector)
    sector = table.readUInt32LE(sector * 4)
  }
  return sectors
}

/** Each entry may be reached only once, and no stream may exceed the file. */
function checkDirectory(entries: Buffer, fileLength: number): void {
  const seen = new Set<number>()
  const waiting = [0]
  while (waiting.length > 0) {
    const index = waiting.pop() ?? 0
    const at = index * ENTRY
    if (seen.has(index) || at + ENTRY > entries.length) throw damagedMessage('the directory goes in a circle')
    seen.add(index)
    if (entries.readUInt8(at + 66) === 2 && entries.readUInt32LE(at + 120) > fileLength)
      throw damagedMessage('a lying length')
    for (const link of [68, 72, 76]) {
      const next = entries.readUInt32LE(at + link)
      if (next !== NO_STREAM) waiting.push(next)
    }
  }
}

/** The same for streams in mini sectors, by the mini FAT. */
function checkSmall(tables: Buffer[], entries: Buffer): void {
  const table = Buffer.concat(tables)
  for (let at = 0; at < entries.length; at += ENTRY) {
    const length = entries.readUInt32LE(at + 120)
    if (entries.readUInt8(at + 66) === 2 && length > 0 && length < 4096)
      follow(table, entries.readUInt32LE(at + 116))
  }
}
