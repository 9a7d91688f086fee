import { randomBytes } from 'node:crypto'

let written = 0

/**
 * A UUID version 7 (RFC 9562): time, counter, random bits. The counter orders rows of one
 * transaction, which have the same time.
 */
export function orderedId(at: Date): string {
  written = (written + 1) % 2 ** 30
  const bytes = Buffer.alloc(16)
  bytes.writeUIntBE(at.getTime(), 0, 6)
  // 12 bits after the version, 18 after the variant and its own two bits.
  bytes.writeUInt16BE(0x7000 | (written >>> 18), 6)
  randomBytes(8).copy(bytes, 8)
  bytes.writeUInt8(0x80 | ((written >>> 12) & 0x3f), 8)
  bytes.writeUInt8((written >>> 4) & 0xff, 9)
  bytes.writeUInt8(((written & 0xf) << 4) | (bytes.readUInt8(10) & 0xf), 10)
  const hex = bytes.toString('hex')
  return hex.replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5')
}
