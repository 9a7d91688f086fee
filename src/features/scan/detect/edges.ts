/** How strong an edge is at each pixel, and the direction across it. */
export interface EdgeMap {
  strength: Float32Array
  across: Float32Array
  down: Float32Array
  /** What a strong edge has in this picture. */
  strong: number
  /** What is less than this is no edge. */
  least: number
}

export const emptyEdges = (size: number): EdgeMap => ({
  strength: new Float32Array(size),
  across: new Float32Array(size),
  down: new Float32Array(size),
  ...{ strong: 0, least: 0 },
})

/** Bounds of `strong`: of a dark or pale picture, and of one with hard light. */
const [WEAKEST, HARDEST] = [1.6, 10]
const STRONG_PART = 0.06

/** Sobel's operator, of the plane in which it is strongest at each pixel. */
export function findEdges(
  planes: readonly Float32Array[],
  width: number,
  height: number,
  map: EdgeMap,
): void {
  const { strength, across, down } = map
  strength.fill(0)
  for (const plane of planes)
    for (let y = 1; y < height - 1; y++)
      for (let at = y * width + 1, end = at + width - 2; at < end; at++) {
        const [up, low] = [at - width, at + width]
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
  map.strong = Math.max(WEAKEST, Math.min(HARDEST, highest(strength, STRONG_PART)))
  map.least = Math.max(0.7, map.strong * 0.3)
}

/** What the strongest part of the pixels has at least. */
function highest(values: Float32Array, part: number): number {
  const counts = new Uint32Array(256)
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
