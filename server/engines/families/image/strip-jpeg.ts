/** Second bytes of markers (ITU-T T.81, table B.1). */
const SOI = 0xd8
const EOI = 0xd9
const SOS = 0xda
const COMMENT = 0xfe
const APP0 = 0xe0
const APP1 = 0xe1
const APP15 = 0xef
/** Segments that affect colors: JFIF, an ICC profile, Adobe's transform. */
const KEPT: readonly [marker: number, name: string][] = [
  [0xe0, 'JFIF\0'],
  [0xe2, 'ICC_PROFILE\0'],
  [0xee, 'Adobe'],
]

/**
 * Removes a JPEG's metadata and trailing data (videos, more images) without re-encoding; keeps its
 * orientation.
 * @throws if the JPEG is incomplete
 */
export function stripJpeg(bytes: Buffer, orientation: number): Buffer {
  if (bytes[0] !== 0xff || bytes[1] !== SOI) throw new Error('no JPEG')
  const parts: Buffer[] = [bytes.subarray(0, 2)]
  let at = 2
  let turned = orientation === 1
  for (;;) {
    // Any number of 0xff fill bytes may precede a marker.
    while (bytes[at + 1] === 0xff) at += 1
    const marker = markerAt(bytes, at)
    if (marker === EOI) return Buffer.concat([...parts, bytes.subarray(at, at + 2)])
    // After the JFIF segment, which must be first.
    if (!turned && marker !== APP0) {
      parts.push(exifOf(orientation))
      turned = true
    }
    const end = at + 2 + bytes.readUInt16BE(at + 2)
    if (end > bytes.length) throw new Error('cut short')
    const after = marker === SOS ? endOfScan(bytes, end) : end
    if (isNeeded(bytes, marker, at)) parts.push(bytes.subarray(at, after))
    at = after
  }
}

function markerAt(bytes: Buffer, at: number): number {
  const marker = bytes[at + 1]
  if (bytes[at] !== 0xff || marker === undefined) throw new Error('cut short')
  return marker
}

function isNeeded(bytes: Buffer, marker: number, at: number): boolean {
  if (marker === COMMENT) return false
  if (marker < APP0 || marker > APP15) return true
  return KEPT.some(
    ([one, name]) => one === marker && bytes.toString('latin1', at + 4, at + 4 + name.length) === name,
  )
}

/**
 * The offset of the next segment: entropy-coded data has only restart markers and stuffed zeros.
 */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at
  }
  throw new Error('cut short')
}

/** EXIF with the orientation tag only. */
function exifOf(orientation: number): Buffer {
  const tiff = Buffer.from('49492a00080000000100120103000100000000000000000000000000', 'hex')
  tiff.writeUInt16LE(orientation, 18)
  const body = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff])
  const head = Buffer.from([0xff, APP1, 0, 0])
  head.writeUInt16BE(body.length + 2, 2)
  return Buffer.concat([head, body])
}
