/** The content of an OLE compound file: an old office format, or an encrypted OOXML file. */
export type CompoundContent = 'doc' | 'xls' | 'ppt' | 'msg' | 'encrypted' | 'other'

const SIGNATURE = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const SECTORS_TO_FOLLOW = 200

export function isCompound(head: Buffer): boolean {
  return head.subarray(0, 8).equals(SIGNATURE)
}

/**
 * Reads the names in the directory of a compound file. `bytes` may be only the start of the file;
 * the chain of directory sectors is followed as far as it is available. Source: [MS-CFB] 2.2
 * (header), 2.6 (directory entries).
 */
export function compoundContent(bytes: Buffer): CompoundContent {
  const names = new Set(directory(bytes).map(({ name }) => name))
  if (names.has('EncryptedPackage') || names.has('EncryptionInfo')) return 'encrypted'
  if (names.has('WordDocument')) return 'doc'
  if (names.has('Workbook') || names.has('Book')) return 'xls'
  if (names.has('PowerPoint Document')) return 'ppt'
  if (names.has('__properties_version1.0')) return 'msg'
  return 'other'
}

/**
 * Whether a pre-2007 Word or Excel file has macros, which are in their own storage. PowerPoint
 * keeps macros inside its stream.
 */
export function hasMacros(bytes: Buffer): boolean {
  return isCompound(bytes) && directory(bytes).some(({ name }) => MACRO_STORAGES.includes(name))
}
const MACRO_STORAGES = ['Macros', '_VBA_PROJECT_CUR']

/** Sector size of the mini stream, which the root entry holds. Source: [MS-CFB] 2.4. */
const SMALL_SECTOR = 64

/** The first sector of a stream, at least 64 bytes; null if no stream has that name. */
export function streamStart(bytes: Buffer, name: string): Buffer | null {
  const entries = directory(bytes)
  const stream = entries.find((entry) => entry.name === name)
  if (!stream) return null
  const size = sectorSizeOf(bytes)
  const part = (sector: number, from: number, length: number) => {
    const at = (sector + 1) * size + from
    return at + length > bytes.length ? null : bytes.subarray(at, at + length)
  }
  if (stream.size >= bytes.readUInt32LE(56)) return part(stream.sector, 0, size)
  let sector: number | null = entries[0]?.sector ?? null
  const start = stream.sector * SMALL_SECTOR
  for (let skipped = Math.floor(start / size); skipped > 0 && sector !== null; skipped--)
    sector = nextSector(bytes, sector, size)
  return sector === null ? null : part(sector, start % size, SMALL_SECTOR)
}

const sectorSizeOf = (bytes: Buffer) => 2 ** Math.min(12, bytes.readUInt16LE(30))

function directory(bytes: Buffer): { name: string; sector: number; size: number }[] {
  if (bytes.length < 512) return []
  const sectorSize = sectorSizeOf(bytes)
  const entries: { name: string; sector: number; size: number }[] = []
  let sector = bytes.readUInt32LE(48)
  for (let step = 0; step < SECTORS_TO_FOLLOW; step++) {
    const start = (sector + 1) * sectorSize
    if (start + sectorSize > bytes.length) break
    for (let at = start; at < start + sectorSize; at += 128) {
      const length = bytes.readUInt16LE(at + 64)
      if (length < 2 || length > 64) continue
      entries.push({
        name: bytes.toString('utf16le', at, at + length - 2),
        sector: bytes.readUInt32LE(at + 116),
        size: bytes.readUInt32LE(at + 120),
      })
    }
    const next = nextSector(bytes, sector, sectorSize)
    if (next === null) break
    sector = next
  }
  return entries
}

/** The FAT entry of a sector; limited to the first 109 FAT sectors, which the header lists. */
function nextSector(bytes: Buffer, sector: number, sectorSize: number): number | null {
  const perSector = sectorSize / 4
  const table = Math.floor(sector / perSector)
  if (table >= 109) return null
  const at = (bytes.readUInt32LE(76 + 4 * table) + 1) * sectorSize + 4 * (sector % perSector)
  if (at + 4 > bytes.length) return null
  const next = bytes.readUInt32LE(at)
  return next >= 0xfffffff0 ? null : next
}
