import type { FileEntry } from '@zip.js/zip.js'

/** Where programs store a thumbnail in the package. */
const THUMBNAIL_PATHS = [
  /^docProps\/thumbnail\.(jpe?g|png)$/i,
  /^Thumbnails\/thumbnail\.png$/i,
  /^(preview|QuickLook\/Thumbnail)\.jpg$/i,
  /^Metadata\/thumbnail\.png$/i,
  /(^|\/)cover[^/]*\.(jpe?g|png)$/i,
  /^[^_.][^/]*\.(jpe?g|png|webp)$/i,
]
/** Entries that contain the first words. */
const TEXTS = /^(word\/document|ppt\/slides\/slide1|xl\/sharedStrings|content)\.xml$/

const MOST_THUMBNAIL_BYTES = 2_000_000
const MOST_TEXT = 2_000_000

/** The preview of a packaged document: an image, or its first words. */
export async function openPackage(file: File): Promise<{ thumbnail: Blob | null; text: string }> {
  const { BlobReader, BlobWriter, configure, TextWriter, ZipReader } = await import('@zip.js/zip.js')
  // Its workers are blob scripts, which the content security policy forbids.
  configure({ useWebWorkers: false })
  const reader = new ZipReader(new BlobReader(file), { filenameValidation: 'tolerant' })
  try {
    const entries = (await reader.getEntries()).filter((entry): entry is FileEntry => !entry.directory)
    const small = (most: number) => (entry: FileEntry) => entry.uncompressedSize <= most && !entry.encrypted
    const thumbnails = entries.filter(small(MOST_THUMBNAIL_BYTES))
    for (const place of THUMBNAIL_PATHS) {
      const found = thumbnails.find(({ filename }) => place.test(filename))
      if (found) return { thumbnail: await found.getData(new BlobWriter(typeOf(found.filename))), text: '' }
    }
    const words = entries.filter(small(MOST_TEXT)).find(({ filename }) => TEXTS.test(filename))
    return { thumbnail: null, text: words ? plain(await words.getData(new TextWriter())) : '' }
  } finally {
    await reader.close()
  }
}

const typeOf = (name: string): string =>
  /\.png$/i.test(name) ? 'image/png' : /\.webp$/i.test(name) ? 'image/webp' : 'image/jpeg'

/** The first words of a document's XML, one paragraph per line. */
export const plain = (xml: string): string =>
  xml
    .slice(0, 60_000)
    .replace(/<\/(w:p|a:p|text:p|text:h|si)>/g, '\n')
    .replace(/<[^>]*>?/g, '')
    .replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => ENTITIES[name] ?? '')
    .trim()
    .slice(0, 2000)

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
