import { MOST_PHOTO_BYTES } from '../../../../api/scan.ts'

const TYPES = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/heic', 'image/heif'])
const ENDINGS = /\.(jpe?g|png|webp|heic|heif)$/i

export interface Refused {
  name: string
  why: 'kind' | 'size' | 'empty'
}

/** Files that can become a page, and why the others cannot. The server checks their content. */
export function checkFiles(files: readonly File[]): { taken: File[]; refused: Refused[] } {
  const taken: File[] = []
  const refused: Refused[] = []
  for (const file of files) {
    const why = whyNot(file)
    if (why) refused.push({ name: file.name, why })
    else taken.push(file)
  }
  return { taken, refused }
}

function whyNot({ type, name, size }: File): Refused['why'] | null {
  if (!TYPES.has(type) && !ENDINGS.test(name)) return 'kind'
  if (size === 0) return 'empty'
  return size > MOST_PHOTO_BYTES ? 'size' : null
}
