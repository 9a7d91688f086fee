import { crc32 } from 'node:zlib'

export const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')

export function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const made = Buffer.alloc(body.length + 8)
  made.writeUInt32BE(data.length)
  body.copy(made, 4)
  made.writeUInt32BE(crc32(body), body.length + 4)
  return made
}
