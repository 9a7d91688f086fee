/**
 * The edges of a plane. Their strength is relative to the surroundings: 1 is a strong edge, so that
 * the edge of a white sheet on a white desk counts as much as on a dark one.
 */
export interface EdgeMap {
  width: number
  height: number
  /** 0 to `STRONGEST`; 0 where there is no edge. */
  strength: Float32Array
  /** The unit vector towards the brighter side, where there is an edge. */
  across: Float32Array
  down: Float32Array
  /** Mean strength by blocks, before and after smoothing. */
  blocks: Float32Array
  smooth: Float32Array
}

/** Pixels of a block's side, as a power of two. */
const SHIFT = 3
/** Blocks on either side that belong to the surroundings. */
const AROUND = 2
/** A strong edge has this many times the mean gradient of its surroundings, within these bounds. */
const FACTOR = 2.2
const WEAKEST = 1.2
const HARDEST = 10
/** Weaker gradients are no edge. */
export const LEAST = 0.3
export const STRONGEST = 1.5

export const emptyEdges = (width: number, height: number): EdgeMap => {
  const plane = () => new Float32Array(width * height)
  const blocks = () => new Float32Array(((width >> SHIFT) + 1) * ((height >> SHIFT) + 1))
  return {
    ...{ width, height, strength: plane(), across: plane(), down: plane() },
    ...{ blocks: blocks(), smooth: blocks() },
  }
}

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
  normalize(map)
}

/** Divides each gradient by the strong gradients of its surroundings. */
function normalize(map: EdgeMap): void {
  const { strength, across, down, blocks, smooth, width, height } = map
  const columns = (width >> SHIFT) + 1
  const rows = (height >> SHIFT) + 1
  blocks.fill(0)
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0, row = (y >> SHIFT) * columns; x < width; x++, at++) {
      const value = Math.sqrt(strength[at] as number)
      strength[at] = value
      const block = row + (x >> SHIFT)
      blocks[block] = (blocks[block] as number) + value
    }
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const top = Math.max(0, row - AROUND)
      const bottom = Math.min(rows - 1, row + AROUND)
      const left = Math.max(0, column - AROUND)
      const right = Math.min(columns - 1, column + AROUND)
      let sum = 0
      for (let y = top; y <= bottom; y++)
        for (let x = left; x <= right; x++) sum += blocks[y * columns + x] as number
      const pixels = ((right - left + 1) * (bottom - top + 1)) << (2 * SHIFT)
      const strong = Math.max(WEAKEST, Math.min(HARDEST, (FACTOR * sum) / (8 * pixels)))
      smooth[row * columns + column] = 1 / (8 * strong)
    }
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0, row = (y >> SHIFT) * columns; x < width; x++, at++) {
      const value = strength[at] as number
      const relative = value * (smooth[row + (x >> SHIFT)] as number)
      if (relative < LEAST) strength[at] = 0
      else {
        strength[at] = relative
        across[at] = (across[at] as number) / value
        down[at] = (down[at] as number) / value
      }
    }
}
