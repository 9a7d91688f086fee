/** The strength of the edge at each pixel, and the gradient (Sobel, not normalised) that it was taken from. */
export interface EdgeMap {
  width: number
  height: number
  strength: Float32Array
  across: Float32Array
  down: Float32Array
  /** Strength of this picture's strong edges. */
  strong: number
  /** Weaker pixels are no edges. */
  least: number
}

export const emptyEdges = (width: number, height: number): EdgeMap => {
  const plane = () => new Float32Array(width * height)
  return { width, height, strength: plane(), across: plane(), down: plane(), strong: 0, least: 0 }
}

/** Bounds of `strong`, for pale and dark pictures and for hard light. */
const WEAKEST = 1.6
const HARDEST = 10
/** Part of the pixels that are strong edges. */
const STRONG_PART = 0.06
const LEAST = 0.7

/** Applies Sobel's operator, and keeps at each pixel the plane with the strongest gradient. */
export function findEdges(planes: readonly Float32Array[], map: EdgeMap): void {
  const { strength, across, down, width, height } = map
  strength.fill(0)
  for (const plane of planes)
    for (let y = 1; y < height - 1; y++)
      for (let at = y * width + 1, end = at + width - 2; at < end; at++) {
        const up = at - width
        const low = at + width
        const diagonal = (plane[low + 1] as number) - (plane[up - 1] as number)
        const other = (plane[up + 1] as number) - (plane[low - 1] as number)
        const dx = ((plane[at + 1] as number) - (plane[at - 1] as number)) * 2 + diagonal + other
        const dy = ((plane[low] as number) - (plane[up] as number)) * 2 + diagonal - other
        const square = dx * dx + dy * dy
        if (square <= (strength[at] as number)) continue
        strength[at] = square
        across[at] = dx
        down[at] = dy
      }
  for (let at = 0; at < strength.length; at++) strength[at] = Math.sqrt(strength[at] as number) / 8
  map.strong = Math.max(WEAKEST, Math.min(HARDEST, upper(strength, STRONG_PART)))
  map.least = Math.max(LEAST, map.strong * 0.3)
}

const counts = new Uint32Array(256)

/** The value that `part` of the values reach. */
function upper(values: Float32Array, part: number): number {
  counts.fill(0)
  for (let at = 0; at < values.length; at += 3) {
    const bin = Math.min(255, ((values[at] as number) * 4) | 0)
    counts[bin] = (counts[bin] as number) + 1
  }
  let left = (values.length / 3) * part
  let bin = 255
  while (bin > 0) {
    left -= counts[bin] as number
    if (left <= 0) break
    bin--
  }
  return bin / 4
}
