/** Pages in a column: the top of each, and the total height. */
export interface Layout {
  tops: Float64Array
  heights: Float64Array
  total: number
}

export function layOut(
  count: number,
  heightOf: (place: number) => number,
  gap: number,
  foot: number,
): Layout {
  const tops = new Float64Array(count)
  const heights = new Float64Array(count)
  let top = gap
  for (let place = 0; place < count; place++) {
    tops[place] = top
    heights[place] = heightOf(place)
    top += heights[place]! + gap
  }
  return { tops, heights, total: top - gap + foot }
}

/** The last position that starts at or above the offset; otherwise the first. */
export function placeAt({ tops }: Layout, offset: number): number {
  let low = 0
  let high = tops.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (tops[middle]! <= offset) low = middle
    else high = middle - 1
  }
  return low
}

export interface Span {
  from: number
  /** Inclusive. */
  to: number
}

/** The pages between two offsets, and `more` on either side. */
export function spanOf(layout: Layout, top: number, bottom: number, more: number): Span {
  const last = layout.tops.length - 1
  return {
    from: Math.max(0, placeAt(layout, top) - more),
    to: Math.min(last, placeAt(layout, bottom) + more),
  }
}
