import { endingOf } from '../../../lib/ending-of.ts'
import { randomId } from '../../../lib/random-id.ts'
import { SNIFF_BYTES, sniffBytes } from '../../../lib/sniff.ts'
import { type ArchiveNews, mayBeArchive, openArchive } from './archives.ts'
import { type ConvertFile, changeSoon, FRESH, push, writePatches } from './files.ts'
import { wantThumb } from './thumbs/thumb-queue.ts'

/** Adds files; an archive is replaced by its files. Resolves to the number of files per archive. */
export async function addOpened(files: readonly File[]): Promise<ArchiveNews[]> {
  const archives = files.filter(mayBeArchive)
  void addFiles(files.filter((file) => !archives.includes(file)))
  const news: ArchiveNews[] = []
  for (const archive of archives) {
    const opened = await openArchive(archive)
    if (opened.files === null) void addFiles([archive])
    else {
      void addFiles(opened.files)
      news.push({ name: archive.name, count: opened.files.length, left: opened.left })
    }
  }
  return news
}

/** Resolves to their ids once all formats are detected. */
export async function addFiles(files: readonly File[]): Promise<string[]> {
  const added = files.map(
    (file): ConvertFile => ({
      ...FRESH,
      id: randomId(),
      name: file.name,
      size: file.size,
      file,
      sniffed: null,
      reading: true,
    }),
  )
  push(added)
  await readAll(added)
  return added.map(({ id }) => id)
}

/**
 * Restores files that were queued before. Formats and thumbnails of those with bytes are read
 * again.
 */
export async function addRestored(files: ConvertFile[]): Promise<void> {
  push(files)
  await readAll(files.flatMap((file) => [file, ...file.parts]).filter(({ file }) => file !== null))
}

/** Selects a file again whose bytes were not stored; also one of several that are merged. */
export async function supplyFile(lost: ConvertFile, file: File): Promise<void> {
  const supplied = { file, name: file.name, size: file.size, missing: null, reading: true }
  changeSoon(lost.id, supplied)
  writePatches()
  await readAll([{ ...lost, ...supplied }])
}

/** In batches: a thousand simultaneous reads block the page. */
async function readAll(files: readonly ConvertFile[]): Promise<void> {
  for (let start = 0; start < files.length; start += 40) {
    await Promise.all(files.slice(start, start + 40).map(read))
  }
  writePatches()
}

/** Extensions that differ from their format's name, for text formats, which have no signature. */
const FORMATS_OF: Record<string, string> = {
  markdown: 'md',
  htm: 'html',
  text: 'txt',
  log: 'txt',
  tex: 'latex',
  yml: 'yaml',
}

/**
 * Images that every browser displays; larger ones would cost more memory than a thumbnail is worth.
 */
const SHOWN = new Set(['png', 'jpg', 'gif', 'webp', 'avif', 'svg', 'bmp'])
const MAX_THUMB_BYTES = 30_000_000

async function read({ id, file }: ConvertFile): Promise<void> {
  if (!file) return
  // A folder, or a file that was removed since the drop, cannot be read.
  const bytes = await file
    .slice(0, SNIFF_BYTES)
    .arrayBuffer()
    .catch(() => new ArrayBuffer(0))
  const sniffed = sniffBytes(new Uint8Array(bytes))
  const shown = sniffed !== null && SHOWN.has(sniffed) && file.size <= MAX_THUMB_BYTES
  const thumb = shown ? URL.createObjectURL(file) : null
  changeSoon(id, { sniffed, reading: false, thumb })
  if (thumb) void measure(id, thumb)
  else wantThumb({ id, file, format: sniffed ?? FORMATS_OF[endingOf(file.name)] ?? endingOf(file.name) })
}

async function measure(id: string, src: string): Promise<void> {
  const image = new Image()
  image.src = src
  try {
    await image.decode()
    changeSoon(id, { pixels: { width: image.naturalWidth, height: image.naturalHeight } })
  } catch {
    // Not a valid image: the family's icon is shown.
    URL.revokeObjectURL(src)
    changeSoon(id, { thumb: null })
  }
}
