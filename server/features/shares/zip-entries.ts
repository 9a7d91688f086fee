import { buffer } from 'node:stream/consumers'
import { Reader, ZipReader } from '@zip.js/zip.js'
import type { Context } from '../../core/context.ts'
import { plainText } from '../../core/plain-text.ts'
import type { ZipEntries } from '../../core/schema.ts'

/** So much of an archive is read to see what is in it: its list, and none of its files. */
const BUDGET = 4_000_000
const SHOWN = 200

/** Reads ranges of a stored object, and no more than the budget. */
class ObjectReader extends Reader<null> {
  readonly #read: (start: number, end: number) => Promise<Uint8Array>
  #left = BUDGET
  constructor(size: number, read: (start: number, end: number) => Promise<Uint8Array>) {
    super(null)
    this.size = size
    this.#read = read
  }
  override async readUint8Array(index: number, length: number): Promise<Uint8Array> {
    const end = Math.min(index + length, this.size)
    this.#left -= end - index
    if (this.#left < 0) throw new Error('the list is too long')
    return end > index ? this.#read(index, end - 1) : new Uint8Array()
  }
}

/**
 * What is in a stored ZIP, by its own list; null where it is none, is damaged, or has too long a
 * list.
 */
export async function zipEntries(
  { platform, log }: Context,
  { key, sizeBytes }: { key: string; sizeBytes: number },
): Promise<ZipEntries | null> {
  const read = async (start: number, end: number) =>
    new Uint8Array(await buffer(await platform.objects.read(key, { start, end })))
  try {
    const first = await read(0, Math.min(3, sizeBytes - 1))
    if (first[0] !== 0x50 || first[1] !== 0x4b) return null
    const zip = new ZipReader(new ObjectReader(sizeBytes, read))
    const entries = (await zip.getEntries()).filter(({ directory }) => !directory)
    await zip.close()
    return {
      count: entries.length,
      first: entries.slice(0, SHOWN).map(({ filename, uncompressedSize }) => ({
        name: plainText(filename).slice(0, 300).toWellFormed(),
        size_bytes: Math.max(0, Math.min(uncompressedSize, Number.MAX_SAFE_INTEGER)),
      })),
    }
  } catch (error) {
    log.debug({ err: error }, 'an archive could not be listed')
    return null
  }
}
