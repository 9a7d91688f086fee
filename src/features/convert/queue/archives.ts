import type { FileEntry } from '@zip.js/zip.js'
import { endingOf } from '../../../lib/ending-of.ts'

export interface ArchiveNews {
  name: string
  /** How many files came out of it. */
  count: number
  /** How many did not: folders' own litter, what is locked, what is too much. */
  left: number
}

/** More than this at once is no list any more; the archive can be unpacked by hand. */
const MAX_ENTRIES = 1000
const MAX_BYTES = 2_000_000_000

/** By its name: office files and books are ZIP files too, and are never opened. */
export const mayBeArchive = ({ name }: File): boolean => endingOf(name) === 'zip'

/**
 * What a model may bring along, and what makes a ZIP a model: the service takes it whole, with its
 * textures.
 */
const MODELS = /\.(obj|gltf|dae|fbx|3ds|x|lwo|ply)$/i
const COMPANIONS = /\.(mtl|bin|png|jpe?g|tga|bmp|tiff?|dds|ktx2?|webp|txt)$/i
const LITTER = /(^|\/)(__MACOSX\/|\.[^./][^/]*$|Thumbs\.db$|desktop\.ini$)/i

/**
 * The files of a ZIP, read one after the other without unpacking it as a whole. `files` is null
 * where the archive is to stay one: a model with its textures, or no ZIP that can be read here.
 */
export async function openArchive(
  archive: File,
  most = MAX_BYTES,
): Promise<{ files: File[] | null; left: number }> {
  const { BlobReader, configure, ZipReader } = await import('@zip.js/zip.js')
  // Its own workers would be scripts from a blob, which no page of ours may run.
  configure({ useWebWorkers: false })
  // Paths are of no matter: only the last part of a name is used, and never as a path.
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
      // What was thrown away counts as well: a bomb after a bomb is not unpacked for ever.
      room -= bytes
      if (!blob) continue
      // Its folders are of no matter here: the name alone is shown and sent.
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

/**
 * An entry may be of another size than it says: what comes out is counted, and stopped where there
 * is no room for it.
 */
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
    // One that is damaged, or lies, stays behind; the others come.
    return { blob: null, bytes }
  }
}
