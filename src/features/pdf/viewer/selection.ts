import { partOf, type Spot, type Stretch, stretchOf } from './selected-text.ts'

const NAME = 'pdf-selection'

/**
 * The selection as positions in the file, because the browser's selection ends where a page is
 * unmounted. The browser's selection is used while both its ends are mounted; then this range is,
 * highlighted on mounted pages.
 */
export class Selection {
  readonly #pages = new Map<number, readonly HTMLElement[]>()
  readonly #ranges = new Set<Range>()
  #anchor: Spot | null = null
  #focus: Spot | null = null
  #long = false

  /** Called on each change. */
  onChange: () => void = () => {}
  /** Copies all of it to the clipboard. */
  copy: () => void = () => {}

  /** Whether it is longer than the browser's selection. */
  get long(): boolean {
    return this.#long
  }

  /** Null without a selection. */
  get stretch(): Stretch | null {
    if (!this.#anchor || !this.#focus) return null
    const stretch = stretchOf(this.#anchor, this.#focus)
    const { from, to } = stretch
    const none = from.place === to.place && from.piece === to.piece && from.offset === to.offset
    return none ? null : stretch
  }

  get anchor(): Spot | null {
    return this.#anchor
  }

  /** Registers a page's text layer. @returns the function that unregisters it */
  register(place: number, pieces: readonly HTMLElement[]): () => void {
    this.#pages.set(place, pieces)
    this.#paint()
    return () => {
      if (this.#pages.get(place) !== pieces) return
      this.#pages.delete(place)
      if (this.stretch && (this.#anchor?.place === place || this.#focus?.place === place)) this.#long = true
      this.#paint()
    }
  }

  has(place: number): boolean {
    return this.#pages.has(place)
  }

  set(anchor: Spot | null, focus: Spot | null, long: boolean) {
    this.#anchor = anchor
    this.#focus = focus
    this.#long = long && focus !== null
    this.#paint()
  }

  all(pages: number) {
    getSelection()?.removeAllRanges()
    const end = Number.POSITIVE_INFINITY
    this.set({ place: 0, piece: 0, offset: 0 }, { place: pages - 1, piece: end, offset: end }, true)
  }

  /** The character at a DOM boundary point; null outside of all text layers. */
  spotOf(node: Node | null, offset: number): Spot | null {
    const element = node instanceof Element ? node : (node?.parentElement ?? null)
    const place = Number(element?.closest<HTMLElement>('[data-place]')?.dataset.place) - 1
    const pieces = this.#pages.get(place)
    if (!element || !pieces) return null
    const piece = pieces.findIndex((one) => one === element || one.contains(element))
    if (piece < 0) return null
    // If the node is a text item, the offset counts child nodes: before or after its text.
    const length = pieces[piece]!.textContent?.length ?? 0
    return { place, piece, offset: node instanceof Element ? (offset > 0 ? length : 0) : offset }
  }

  /** The character nearest to a point in the window. */
  spotAt(x: number, y: number): Spot | null {
    const caret = document.caretPositionFromPoint?.(x, y)
    const there = caret && this.spotOf(caret.offsetNode, caret.offset)
    if (there) return there
    let best: { spot: Spot; far: number } | null = null
    for (const [place, pieces] of this.#pages)
      for (const [piece, element] of pieces.entries()) {
        const length = element.textContent?.length ?? 0
        if (length === 0) continue
        const { left, right, top, bottom, width } = element.getBoundingClientRect()
        const [aside, above] = [Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom)]
        // Items in the same line are preferred.
        const far = aside + 100 * above
        if (best && best.far <= far) continue
        const along = Math.min(Math.max((x - left) / (width || 1), 0), 1)
        best = { spot: { place, piece, offset: Math.round(along * length) }, far }
      }
    return best?.spot ?? null
  }

  #paint() {
    this.onChange()
    const highlights = globalThis.CSS?.highlights
    if (!highlights) return
    const highlight = highlights.get(NAME) ?? new Highlight()
    for (const range of this.#ranges) highlight.delete(range)
    this.#ranges.clear()
    const { stretch } = this
    if (stretch && this.#long)
      for (const [place, pieces] of this.#pages) {
        const range = rangeOf(stretch, place, pieces)
        if (!range) continue
        this.#ranges.add(range)
        highlight.add(range)
      }
    if (highlight.size > 0) highlights.set(NAME, highlight)
    else highlights.delete(NAME)
  }
}

/** The selected part of a page, if its text layer is mounted. */
function rangeOf(stretch: Stretch, place: number, pieces: readonly HTMLElement[]): Range | null {
  const part = partOf(stretch, place)
  const [first, last] = [part && pieces[part.from.piece], part && (pieces[part.to.piece] ?? pieces.at(-1))]
  if (!part || !first || !last) return null
  const range = document.createRange()
  const put = (piece: HTMLElement, offset: number, set: (node: Node, offset: number) => void) => {
    const text = piece.firstChild
    if (text) set(text, Math.min(offset, text.textContent?.length ?? 0))
    else set(piece, 0)
  }
  put(first, part.from.offset, (node, offset) => range.setStart(node, offset))
  put(last, part.to.offset, (node, offset) => range.setEnd(node, offset))
  return range
}
