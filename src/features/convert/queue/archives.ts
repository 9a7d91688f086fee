import type { FileEntry } from '@zip.js/zip.js'
import { endingOf } from '../../../lib/ending-of.ts'

export interface ArchiveNews {
  name: string
  /** Number of extracted files. */
  count: number
  /** Number of skipped files: system files, encrypted ones, and those above the limits. */
  left: number
}

/** The limit of files in a list; larger archives can be unpacked manually. */
const MAX_ENTRIES = 1000
const MAX_BYTES = 2_000_000_000

/** By extension: office files and e-books are ZIP files too, and are never opened. */
export const mayBeArchive = ({ name }: File): boolean => endingOf(name) === 'zip'

/** Model files, which make a ZIP a model: it is uploaded as a whole, with its textures. */
const MODELS = /\.(obj|gltf|dae|fbx|3ds|x|lwo|ply)$/i
const COMPANIONS = /\.(mtl|bin|png|jpe?g|tga|bmp|tiff?|dds|ktx2?|webp|txt)$/i
const LITTER = /(^|\/)(__MACOSX\/|\.[^./][^/]*$|Thumbs\.db$|desktop\.ini$)/i

/**
 * Reads the files of a ZIP one by one, without unpacking it as a whole. `files` is null if the
 * archive stays one file: a model with textures, or an unreadable ZIP.
 */
export async function openArchive(
  archive: File,
  most = MAX_BYTES,
): Promise<{ files: File[] | null; left: number }> {
  const { BlobReader, configure, ZipReader } = await import('@zip.js/zip.js')
  // Its workers are blob scripts, which the content security policy forbids.
  configure({ useWebWorkers: false })
  // Paths are harmless: only the last part of a name is used, and never as a path.
  const reader = new ZipReader(new BlobReader(archive), { filenameValidation: 'tolerant' })
  try {
    const entries = (await reader.getEntries()).filter((entry) => !entry.directory)
    const named = entries.filter(({ filename }) => !LITTER.test(filename))
    const models = named.filter(({ filename }) => MODELS.test(filename))
    const isModel =
      models.length === 1 && named.every((one) => models.includes(one) || COMPANIONS.test(one.filename))
    if (isModel && named.length > 1) return { files: null, left: 0 }
    const files: File[] = []
    let room = most
    for (const entry of named) {
      if (entry.encrypted || files.length >= MAX_ENTRIES || entry.uncompressedSize > room) continue
      const { blob, bytes } = await unpack(entry, room)
      // Discarded bytes count too, so that many ZIP bombs do not unpack forever.
      room -= bytes
      if (!blob) continue
      // Folders are ignored: only the name is shown and sent.
      const name = entry.filename.split(/[\\/]/).at(-1) || entry.filename
      files.push(
        new File([blob], name, { lastModified: entry.lastModDate?.getTime() ?? archive.lastModified }),
      )
    }
    return { files, left: named.length - files.length }
  } catch {
    return { files: null, left: 0 }
  } finally {
    await reader.close().catch(() => {})
  }
}

/** Declared sizes may be wrong: the output is counted, and stopped above the limit. */
async function unpack(entry: FileEntry, room: number): Promise<{ blob: Blob | null; bytes: number }> {
  let bytes = 0
  const { readable, writable } = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      bytes += chunk.byteLength
      if (bytes > room) throw new RangeError('More than there is room for')
      controller.enqueue(chunk)
    },
  })
  try {
    const [blob] = await Promise.all([new Response(readable).blob(), entry.getData(writable)])
    return { blob, bytes }
  } catch {
    // A damaged entry, or one with a false size, is skipped; the others are added.
    return { blob: null, bytes }
  }
}
