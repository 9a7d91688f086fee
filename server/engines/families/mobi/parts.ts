/** A table of contents entry with its anchor. */
export interface Entry {
  label: string
  anchor: string
  /** 0 for a chapter, 1 for a section in it. */
  level: number
}

/** A book's markup with its resolvers for images and links. */
export interface BookParts {
  /** The body content of each page in order, with anchors inserted. */
  pages: string[]
  contents: Entry[]
  styles: string[]
  /** The index of an `img`'s image, from 0; null if it isn't one of the book's. */
  image(attributes: Record<string, string>): number | null
  /** The anchor name of an `a`'s target, or null. */
  anchor(attributes: Record<string, string>): string | null
}
