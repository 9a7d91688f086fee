import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'

export const hasArchivers = existsSync('/usr/bin/bsdtar') && existsSync('/usr/bin/7zz')

/** The time of each file that `sampleFolder` makes. */
export const MODIFIED = new Date('2021-03-04T05:06:08Z')

/**
 * A folder `d` with a program, a name in two scripts, an empty folder, a link and 100 kB of noise.
 */
export function sampleFolder(below: string): string {
  const folder = mkdtempSync(join(below, 'sample-'))
  mkdirSync(join(folder, 'd', 'empty'), { recursive: true })
  const noise = Buffer.alloc(100_000)
  for (let at = 0, value = 7; at < noise.length; at++) {
    value = (value * 1_103_515_245 + 12_345) % 2 ** 31
    noise[at] = value >> 16
  }
  writeFileSync(join(folder, 'd', 'run.sh'), 'echo hello\n', { mode: 0o755 })
  writeFileSync(join(folder, 'd', 'Größe 日本.txt'), 'Grüße\n')
  writeFileSync(join(folder, 'd', 'noise.bin'), noise)
  symlinkSync('run.sh', join(folder, 'd', 'link'))
  for (const name of ['run.sh', 'Größe 日本.txt', 'noise.bin'])
    utimesSync(join(folder, 'd', name), MODIFIED, MODIFIED)
  return folder
}

/** An archive of the folder `d` in `folder`, by libarchive or 7-Zip; `flags` go to the program. */
export function pack(folder: string, name: string, program: 'bsdtar' | '7zz', flags: string[]): string {
  const path = join(folder, name)
  const args = program === '7zz' ? ['a', '-bd', '-snl', ...flags, path, 'd'] : [...flags, '-cf', path, 'd']
  execFileSync(program, args, { cwd: folder, stdio: 'ignore', env: { ...process.env, LC_ALL: 'C.UTF-8' } })
  return path
}

const env = { ...process.env, LC_ALL: 'C.UTF-8', TZ: 'UTC' }

/** What libarchive reads in an archive: a line for each entry, as `ls -l` writes it. */
export const listed = (path: string): string[] =>
  execFileSync('bsdtar', ['--numeric-owner', '-tvf', path], { env }).toString().trimEnd().split('\n')

/** The paths in an archive as libarchive reads them, sorted. */
export const paths = (path: string): string[] =>
  execFileSync('bsdtar', ['-tf', path], { env }).toString().trimEnd().split('\n').sort()

/** The content of one entry as libarchive reads it. */
export const content = (path: string, entry: string): Buffer =>
  execFileSync('bsdtar', ['-xOf', path, entry.replace(/[[\]*?\\]/g, '\\$&')], { env })

interface TarEntry {
  name: string
  data?: string
  type?: string
  link?: string
  size?: number
}

/** A TAR of anything at all; POSIX.1-2017, pax, "ustar Interchange Format". */
export function tar(entries: readonly TarEntry[]): Buffer {
  const blocks = entries.flatMap(({ name, data = '', type = '0', link = '', size }) => {
    const header = Buffer.alloc(512)
    header.write(name, 0, 100, 'latin1')
    header.write('0000644\x000000000\x000000000\0', 100, 'latin1')
    header.write(`${(size ?? data.length).toString(8).padStart(11, '0')}\0`, 124, 'latin1')
    header.write('14020060000\0        ', 136, 'latin1')
    header.write(type, 156, 1, 'latin1')
    header.write(link, 157, 100, 'latin1')
    header.write('ustar\x0000', 257, 'latin1')
    const sum = header.reduce((total, byte) => total + byte, 0)
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
    const body = Buffer.alloc(Math.ceil(data.length / 512) * 512)
    body.write(data, 'latin1')
    return [header, body]
  })
  return Buffer.concat([...blocks, Buffer.alloc(1024)])
}

interface ZipItem {
  name: Buffer
  data?: string
  /** The size that the directory states. */
  size?: number
  flags?: number
  /** The permissions and type of Unix. */
  mode?: number
}

/** A ZIP of stored entries whose names are any bytes; APPNOTE.TXT 4.3. */
export function rawZip(items: readonly ZipItem[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let position = 0
  for (const { name, data = '', size, flags = 0, mode = 0o100644 } of items) {
    const bytes = Buffer.from(data)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(flags, 2)
    fields.writeUInt16LE(0x5264, 8)
    fields.writeUInt32LE(crc32(bytes), 10)
    fields.writeUInt32LE(bytes.length, 14)
    fields.writeUInt32LE(size ?? bytes.length, 18)
    fields.writeUInt16LE(name.length, 22)
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(mode * 65_536, 6)
    rest.writeUInt32LE(position, 10)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), fields, name, bytes])
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x03'), fields, rest, name]))
    parts.push(local)
    position += local.length
  }
  const list = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(items.length, 4)
  end.writeUInt16LE(items.length, 6)
  end.writeUInt32LE(list.length, 8)
  end.writeUInt32LE(position, 12)
  return Buffer.concat([...parts, list, Buffer.from('PK\x05\x06'), end])
}

const vint = (value: number): number[] =>
  value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...vint(Math.floor(value / 128))]

const u32 = (value: number): number[] => [...Buffer.from(Uint32Array.of(value).buffer, 0, 4)]

/** A RAR 5 of stored files. Source: RARLAB, "RAR 5.0 archive format". */
export function rar5(files: Record<string, string | Uint8Array>): Buffer {
  const block = (fields: number[]) => {
    const sized = Buffer.from([...vint(fields.length), ...fields])
    return Buffer.concat([Buffer.from(u32(crc32(sized))), sized])
  }
  const parts = Object.entries(files).flatMap(([name, data]) => {
    const [bytes, encoded] = [Buffer.from(data), Buffer.from(name)]
    const about = [0x04, ...vint(bytes.length), ...vint(0o100644), ...u32(crc32(bytes)), 0, 1]
    const fields = [2, 2, ...vint(bytes.length), ...about, ...vint(encoded.length), ...encoded]
    return [block(fields), bytes]
  })
  return Buffer.concat([Buffer.from('Rar!\x1a\x07\x01\x00'), block([1, 0, 0]), ...parts, block([5, 0, 0])])
}

/** A RAR 4 of stored files. Source: RARLAB's technote.txt of WinRAR 4. */
export function rar4(files: Record<string, string | Uint8Array>): Buffer {
  const block = (type: number, flags: number, fields: Buffer) => {
    const head = Buffer.alloc(5)
    head[0] = type
    head.writeUInt16LE(flags, 1)
    head.writeUInt16LE(7 + fields.length, 3)
    const body = Buffer.concat([head, fields])
    const crc = Buffer.alloc(2)
    crc.writeUInt16LE(crc32(body) & 0xffff)
    return Buffer.concat([crc, body])
  }
  const parts = Object.entries(files).flatMap(([name, data]) => {
    const [bytes, encoded] = [Buffer.from(data), Buffer.from(name)]
    const fields = Buffer.alloc(25)
    fields.writeUInt32LE(bytes.length, 0)
    fields.writeUInt32LE(bytes.length, 4)
    fields[8] = 3
    fields.writeUInt32LE(crc32(bytes), 9)
    fields.writeUInt32LE(0x5264_28c4, 13)
    fields[17] = 20
    fields[18] = 0x30
    fields.writeUInt16LE(encoded.length, 19)
    fields.writeUInt32LE(0o100644, 21)
    return [block(0x74, 0x8000, Buffer.concat([fields, encoded])), bytes]
  })
  const main = block(0x73, 0, Buffer.alloc(6))
  return Buffer.concat([
    Buffer.from('Rar!\x1a\x07\x00'),
    main,
    ...parts,
    block(0x7b, 0x4000, Buffer.alloc(0)),
  ])
}
