/**
 * Comics, each an archive of images under an extension of its own, and the format of that archive.
 */
export const COMICS: Readonly<Record<string, string>> = { cbz: 'zip', cbr: 'rar', cb7: '7z', cbt: 'tar' }

/** Images that may be pages, by the extensions of their names. */
const IMAGE_EXTENSIONS = /\.(jpe?g|jpe|jfif|png|gif|webp|avif|bmp|tiff?|jxl|heic|heif)$/i
/** What systems leave beside the files of a person; nobody misses it. */
const LITTER = /(^|\/)(__MACOSX\/|\._|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/i

export const COMIC_INFO = 'ComicInfo.xml'

/** What a file of a comic is, by its path. */
export function roleOf(path: string): 'page' | 'info' | 'litter' | 'other' {
  if (LITTER.test(path)) return 'litter'
  if (path.toLowerCase() === COMIC_INFO.toLowerCase()) return 'info'
  return IMAGE_EXTENSIONS.test(path) ? 'page' : 'other'
}

const order = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** The order in which people read names: `page2` before `page10`, a folder's files together. */
export function byName(a: string, b: string): number {
  const [left, right] = [a.split('/'), b.split('/')]
  for (let at = 0; at < Math.min(left.length, right.length); at++) {
    const compared = order.compare(left[at] ?? '', right[at] ?? '')
    if (compared !== 0) return compared
  }
  return left.length - right.length || (a < b ? -1 : 1)
}

/** What the description is called between the two children. */
export const INFO_FILE = 'comic-info.xml'
