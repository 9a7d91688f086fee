import { chunksOf } from './chunks.ts'
import { centredIn, heightOf, widthOf } from './geometry.ts'
import type { Chunk, Glyph, ImageBlock, RawPage } from './model.ts'
import { type Grid, gridsOf } from './ruled-tables.ts'

/** A ruled table with the text of its cells in the order of `grid.cells`. */
export interface RuledTable {
  grid: Grid
  cells: Chunk[][][]
}

/** The layout of a page, as far as it is independent of other pages. */
export interface PageParts {
  index: number
  width: number
  height: number
  label: string
  chunks: Chunk[]
  tables: RuledTable[]
  images: ImageBlock[]
  /** Text in other directions, each in its own coordinates. */
  turned: Chunk[][]
  headings: ReadonlyMap<number, number>
}

/** With a smaller fraction of filled cells it is a drawing. */
const FEWEST_FILLED = 0.2
/** A single column of boxes of this page fraction is a page frame. */
const FRAME = 0.5

export function partsOf(page: RawPage): PageParts {
  const { index, width, height, label, headings, images } = page
  let rest = page.glyphs
  const tables: RuledTable[] = []
  for (const grid of gridsOf(page.rules)) {
    if (grid.xs.length === 2 && heightOf(grid.box) > FRAME * height) continue
    const table = filled(grid, rest)
    if (!table) continue
    tables.push({ grid, cells: table.cells })
    rest = table.rest
  }
  return {
    index,
    width,
    height,
    label,
    headings,
    images,
    chunks: chunksOf(rest),
    tables,
    turned: page.turned.map(chunksOf),
  }
}

function filled(grid: Grid, glyphs: readonly Glyph[]): { cells: Chunk[][][]; rest: Glyph[] } | null {
  const inside: Glyph[] = []
  const rest: Glyph[] = []
  for (const glyph of glyphs) (centredIn(glyph.box, grid.box) ? inside : rest).push(glyph)
  if (inside.length === 0) return null
  const cells = grid.cells.map((row) =>
    row.map((cell) =>
      cell === null ? [] : chunksOf(inside.filter((glyph) => centredIn(glyph.box, cell.box))),
    ),
  )
  const there = grid.cells.flat().filter((cell) => cell !== null)
  const count = cells.flat().filter((cell) => cell.length > 0).length
  const flat = there.every(({ box }) => heightOf(box) < 5 || widthOf(box) < 5)
  if (count < 2 || count < FEWEST_FILLED * there.length || flat) return null
  return { cells, rest }
}
