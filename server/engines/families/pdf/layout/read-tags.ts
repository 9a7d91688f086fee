import { type Pdfium, readText } from '../pdfium.ts'

const MAX_ELEMENTS = 20_000
const MAX_DEPTH = 60

/** The tags of a page by marked content identifier. */
export interface Tags {
  /** From 1 to 6. */
  headings: Map<number, number>
  /** Alternative texts of images. */
  alternatives: Map<number, string>
}

/** Reads headings and alternative texts of a tagged page; empty without tags. */
export function readTags(pdfium: Pdfium, page: number): Tags {
  const tags: Tags = { headings: new Map(), alternatives: new Map() }
  const tree = pdfium.FPDF_StructTree_GetForPage(page)
  if (!tree) return tags
  try {
    const walk = new Walk(pdfium, tags)
    const count = pdfium.FPDF_StructTree_CountChildren(tree)
    for (let index = 0; index < count && !walk.isFull; index++)
      walk.visit(pdfium.FPDF_StructTree_GetChildAtIndex(tree, index), 0, 0, '')
    return tags
  } finally {
    pdfium.FPDF_StructTree_Close(tree)
  }
}

class Walk {
  readonly #pdfium: Pdfium
  readonly #tags: Tags
  #seen = 0

  constructor(pdfium: Pdfium, tags: Tags) {
    this.#pdfium = pdfium
    this.#tags = tags
  }

  get isFull(): boolean {
    return this.#seen > MAX_ELEMENTS
  }

  visit(element: number, depth: number, heading: number, alternative: string): void {
    if (!element || depth > MAX_DEPTH || ++this.#seen > MAX_ELEMENTS) return
    const pdfium = this.#pdfium
    const type = readText(pdfium, (at, length) => pdfium.FPDF_StructElement_GetType(element, at, length))
    const level = levelOf(type) || heading
    const words =
      readText(pdfium, (at, length) => pdfium.FPDF_StructElement_GetAltText(element, at, length)) ||
      alternative
    const marks = pdfium.FPDF_StructElement_GetMarkedContentIdCount(element)
    for (let index = 0; index < Math.min(marks, MAX_ELEMENTS); index++)
      this.#note(pdfium.FPDF_StructElement_GetMarkedContentIdAtIndex(element, index), level, words)
    const children = pdfium.FPDF_StructElement_CountChildren(element)
    for (let index = 0; index < children && !this.isFull; index++)
      this.visit(pdfium.FPDF_StructElement_GetChildAtIndex(element, index), depth + 1, level, words)
  }

  #note(mark: number, level: number, words: string): void {
    if (mark < 0) return
    if (level > 0) this.#tags.headings.set(mark, level)
    if (words !== '') this.#tags.alternatives.set(mark, words.slice(0, 2000))
  }
}

function levelOf(type: string): number {
  if (type === 'H' || type === 'Title') return 1
  return Number(/^H([1-6])$/.exec(type)?.[1] ?? 0)
}
