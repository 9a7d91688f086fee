import type { FileEntry } from '@zip.js/zip.js'
import { fetchBytes } from '../../../api/preview.ts'

export interface ZipList {
  entries: ZipEntry[]
  /** The number of entries that are not listed. */
  left: number
}

export interface ZipEntry {
  name: string
  bytes: number
  /** Loads its content, if it is a small enough image; otherwise null. */
  image: ((signal: AbortSignal) => Promise<Blob>) | null
}

const MOST = 2000
const MOST_IMAGE_BYTES = 8_000_000
const IMAGE_TYPES: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
  avif: 'image/avif',
  bmp: 'image/bmp',
}

/**
 * The entries of a ZIP on the server: loads only its directory, and images on demand.
 * @throws ApiError if loading fails; Error if it is no ZIP
 */
export async function readEntries(url: string, bytes: number, signal: AbortSignal): Promise<ZipList> {
  const { BlobWriter, configure, Reader, ZipReader } = await import('@zip.js/zip.js')
  // Its workers are blob scripts, which the content security policy forbids.
  configure({ useWebWorkers: false })

  class Ranges extends Reader<string> {
    override async init() {
      await super.init?.()
      this.size = bytes
    }
    override async readUint8Array(from: number, length: number) {
      const to = Math.min(from + length, bytes) - 1
      return to < from ? new Uint8Array() : new Uint8Array(await fetchBytes(url, signal, { from, to }))
    }
  }

  const imageOf = (entry: FileEntry): ZipEntry['image'] => {
    const { filename, uncompressedSize, encrypted } = entry
    const type = IMAGE_TYPES[filename.split('.').at(-1)?.toLowerCase() ?? '']
    if (type === undefined || encrypted || uncompressedSize > MOST_IMAGE_BYTES) return null
    return (wanted) => entry.getData(new BlobWriter(type), { signal: wanted })
  }

  const entries: ZipEntry[] = []
  let left = 0
  const onprogress = (read: number, all: number) => {
    left = all - read
  }
  for await (const entry of new ZipReader(new Ranges(url)).getEntriesGenerator({ onprogress })) {
    if (entry.directory) continue
    entries.push({ name: entry.filename, bytes: entry.uncompressedSize, image: imageOf(entry) })
    if (entries.length === MOST) break
  }
  return { entries, left }
}
