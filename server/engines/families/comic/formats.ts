/** Comic formats and their archive format; each is an archive of images. */
export const COMICS: Readonly<Record<string, string>> = { cbz: 'zip', cbr: 'rar', cb7: '7z', cbt: 'tar' }

/** Image extensions that may be pages. */
const IMAGE_EXTENSIONS = /\.(jpe?g|jpe|jfif|png|gif|webp|avif|bmp|tiff?|jxl|heic|heif)$/i
/** Metadata files of operating systems, dropped silently. */
const LITTER = /(^|\/)(__MACOSX\/|\._|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/i

export const COMIC_INFO = 'ComicInfo.xml'

/** The role of a comic's file, by its path. */
export function roleOf(path: string): 'page' | 'info' | 'litter' | 'other' {
  if (LITTER.test(path)) return 'litter'
  if (path.toLowerCase() === COMIC_INFO.toLowerCase()) return 'info'
  return IMAGE_EXTENSIONS.test(path) ? 'page' : 'other'
}

const order = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** Natural sort order: `page2` before `page10`, files of a folder together. */
export function byName(a: string, b: string): number {
  const [left, right] = [a.split('/'), b.split('/')]
  for (let at = 0; at < Math.min(left.length, right.length); at++) {
    const compared = order.compare(left[at] ?? '', right[at] ?? '')
    if (compared !== 0) return compared
  }
  return left.length - right.length || (a < b ? -1 : 1)
}

/** The metadata file's name between the two children. */
export const INFO_FILE = 'comic-info.xml'
