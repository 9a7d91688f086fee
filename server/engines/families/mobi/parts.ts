/** Where a link of a book leads: an anchor by its name. */
export interface Entry {
  label: string
  anchor: string
  /** 0 for a chapter, 1 for a section in it. */
  level: number
}

/** A book as markup, with its own ways of naming images and places. */
export interface BookParts {
  /** The inside of each page, in their order; anchors have been put in. */
  pages: string[]
  contents: Entry[]
  styles: string[]
  /** The number of the image that an `img` shows, from 0; null where it is none of the book's. */
  image(attributes: Record<string, string>): number | null
  /** The name of the anchor that an `a` leads to, or null. */
  anchor(attributes: Record<string, string>): string | null
}
