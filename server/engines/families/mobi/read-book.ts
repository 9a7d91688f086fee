import { EngineFailure } from '../../kernel/engine.ts'
import { plural, type Sentence, sentence } from '../../kernel/sentence.ts'
import { safeStyles } from '../mail/styles.ts'
import { openBook, type StoredBook } from './book.ts'
import { cleanPage } from './clean-page.ts'
import { type EpubContent, type EpubImage, pageName } from './epub.ts'
import { readKf8 } from './kf8.ts'
import { readMobi6 } from './mobi6.ts'
import type { BookParts } from './parts.ts'

/** Maximum total size of a book's images, in bytes. */
const MOST_IMAGE_BYTES = 200 * 1024 * 1024

/**
 * Converts a book to EPUB content, with warnings about losses.
 * @throws EngineFailure source_empty, and those of `openBook`
 */
export function readBook(bytes: Buffer): { content: EpubContent; warnings: Sentence[] } {
  const book = openBook(bytes)
  const parts = book.header.version >= 8 ? readKf8(book) : readMobi6(book)
  const images = new Images(book)
  const homes = anchorHomes(parts)
  const address = (anchor: string) => {
    const home = homes.get(anchor)
    return home === undefined ? null : `${pageName(home)}#${anchor}`
  }
  const pages = parts.pages.map((page) =>
    cleanPage(page, {
      imageUrl: (attributes) => images.address(parts.image(attributes)),
      link: (attributes) => {
        const anchor = parts.anchor(attributes)
        return anchor === null ? null : address(anchor)
      },
    }),
  )
  const hasText = pages.some((page) => /<img|[^\s]/.test(page.replace(/<(?!img)[^>]*>/g, '')))
  if (!hasText)
    throw new EngineFailure(
      'source_empty',
      sentence`There is nothing in the book to convert. Choose another book.`,
    )
  const cover = book.header.cover === null ? null : images.address(book.header.cover)
  const contents = parts.contents.flatMap(({ label, anchor, level }) => {
    const href = address(anchor)
    return href === null ? [] : [{ label, href, level }]
  })
  const styles = parts.styles.map((css) => safeStyles(css, { remoteStyles: 0 })).join('\n')
  return {
    content: { metadata: book.metadata, pages, contents, styles, images: images.used(), cover },
    warnings: warningsOf(images.missing, parts),
  }
}

/** The page of each anchor. */
function anchorHomes({ pages }: BookParts): Map<string, number> {
  const homes = new Map<string, number>()
  for (const [index, page] of pages.entries())
    for (const [, name = ''] of page.matchAll(/<span id="((?:place|pos)-[\d-]+)"><\/span>/g))
      homes.set(name, index)
  return homes
}

function warningsOf(missing: number, { styles }: BookParts): Sentence[] {
  const missingImages = sentence`${plural(missing, '# image was', '# images were')} not found in the book, or in a format that EPUB does not have, and left out.`
  return [
    ...(missing > 0 ? [missingImages] : []),
    ...(styles.some((css) => /@font-face/i.test(css))
      ? [sentence`The fonts of the book were left out.`]
      : []),
  ]
}

const SIGNATURES: [hex: string, mimeType: string, extension: string][] = [
  ['ffd8ff', 'image/jpeg', 'jpg'],
  ['89504e470d0a1a0a', 'image/png', 'png'],
  ['474946383', 'image/gif', 'gif'],
]

/** The distinct images that the pages show. */
class Images {
  readonly #book: StoredBook
  readonly #used = new Map<number, EpubImage>()
  #bytes = 0
  missing = 0

  constructor(book: StoredBook) {
    this.#book = book
  }

  used = () => [...this.#used.values()]

  /** The image's path in the EPUB; null if the book has no such image. */
  address(number: number | null): string | null {
    const known = number === null ? undefined : this.#used.get(number)
    if (known) return known.name
    const bytes = number === null || number < 0 ? null : this.#book.resource(number)
    const start = bytes?.toString('hex', 0, 8) ?? ''
    const kind = SIGNATURES.find(([signature]) => start.startsWith(signature))
    if (number === null || !bytes || !kind || this.#bytes + bytes.length > MOST_IMAGE_BYTES) {
      this.missing += 1
      return null
    }
    const [, mimeType, extension] = kind
    const image = { name: `images/${number + 1}.${extension}`, mimeType, bytes }
    this.#bytes += bytes.length
    this.#used.set(number, image)
    return image.name
  }
}
