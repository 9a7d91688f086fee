import { type Alignment, alignmentsOf } from './aligned-tables.ts'
import { type Placed, slicesOf } from './bands.ts'
import { around, centredIn, heightOf, widthOf } from './geometry.ts'
import { linesOf } from './lines.ts'
import type { Band, Block, Box, Cell, Chunk, ImageBlock, Page, Paragraph, Table } from './model.ts'
import type { PageParts, RuledTable } from './page-parts.ts'
import { paragraphsOf } from './paragraphs.ts'

type Item = (Placed & { text: true; chunk: Chunk }) | (Placed & { text: false; block: Table | ImageBlock })

/** Maximum depth of nested columns. */
const MAX_DEPTH = 2
/** An image behind more text chunks than this is a background. */
const BEHIND = 3

/** Groups a page into paragraphs, tables and images; `region` is its text area. */
export function layoutPage(parts: PageParts, region: Box): Page {
  const { index, width, height } = parts
  const tables = parts.tables.map(tableOf)
  const inCells = new Set<ImageBlock>()
  for (const { table, grid } of tables) addImages(table, grid, parts.images, inCells)
  const free = parts.images.filter((image) => !inCells.has(image))
  const behind = free.filter(
    ({ box }) => parts.chunks.filter((chunk) => centredIn(chunk.box, box)).length > BEHIND,
  )
  const items: Item[] = [
    ...parts.chunks.map((chunk): Item => ({ box: chunk.box, text: true, chunk })),
    ...[...tables.map(({ table }) => table), ...free.filter((image) => !behind.includes(image))].map(
      (block): Item => ({ box: block.box, text: false, block }),
    ),
  ]
  const bands: Band[] = behind.map((image) => ({ columns: [[image]], box: image.box, space: 0 }))
  if (items.length > 0) {
    const all = around(items.map(({ box }) => box))
    const edges = {
      ...all,
      left: Math.min(all.left, region.left),
      right: Math.max(Math.min(all.right, width), region.right),
    }
    bands.push(...bandsOf(items, edges, region))
  }
  for (const chunks of parts.turned) {
    const box = around(chunks.map((chunk) => chunk.box))
    bands.push({ columns: [paragraphsOf(linesOf(chunks), box)], box, space: 0 })
  }
  return { index, width, height, bands, breakBefore: false }
}

function bandsOf(items: readonly Item[], edges: Box, region: Box): Band[] {
  let bottom: number | null = null
  return slicesOf(items, edges).map(({ columns, space }) => {
    const box = around(columns.flat().map((item) => item.box))
    const blocks = columns.map((column) => {
      const own = columns.length > 1 ? around(column.map((item) => item.box)) : region
      return columnBlocks(column, own, columns.length > 1 ? 1 : MAX_DEPTH)
    })
    const gap = bottom === null ? 0 : box.top - bottom
    for (const [first] of blocks) if (first?.kind === 'paragraph') first.before = Math.max(0, gap)
    bottom = box.bottom
    return { columns: blocks, box, space }
  })
}

/** The blocks of one column from top to bottom. */
function columnBlocks(items: readonly Item[], column: Box, depth: number): Block[] {
  if (depth < MAX_DEPTH) {
    const slices = slicesOf(items, column)
    if (slices.some(({ columns }) => columns.length > 1))
      return slices.flatMap(({ columns }) =>
        columns.flatMap((inner) =>
          columnBlocks(inner, columns.length > 1 ? around(inner.map(({ box }) => box)) : column, depth + 1),
        ),
      )
  }
  const solid = items.flatMap((item) => (item.text ? [] : [item.block]))
  const texts = items.flatMap((item) => (item.text ? [item.chunk] : []))
  const aligned = alignmentsOf(texts)
  const inTables = new Set(aligned.flatMap(({ rows }) => rows.flat(2)))
  const blocks: (Table | ImageBlock)[] = [...solid, ...aligned.map(alignedTable)]
  blocks.sort((a, b) => a.box.top - b.box.top)
  const lines = linesOf(texts.filter((chunk) => !inTables.has(chunk)))
  const result: Block[] = []
  let at = 0
  const textUntil = (y: number) => {
    const start = at
    while (at < lines.length && middle(lines[at]?.box) < y) at++
    if (at > start) append(result, paragraphsOf(lines.slice(start, at), column))
  }
  for (const block of blocks) {
    textUntil(middle(block.box))
    const above = result.at(-1)
    block.before = above ? Math.max(0, block.box.top - above.box.bottom) : 0
    result.push(block)
  }
  textUntil(Number.POSITIVE_INFINITY)
  return result
}

function append(blocks: Block[], paragraphs: readonly Paragraph[]): void {
  const above = blocks.at(-1)
  const [first] = paragraphs
  if (above && first) first.before = Math.max(0, first.box.top - above.box.bottom)
  blocks.push(...paragraphs)
}

const middle = (box: Box | undefined): number => (box ? (box.top + box.bottom) / 2 : 0)

function tableOf({ grid, cells }: RuledTable): { table: Table; grid: RuledTable['grid'] } {
  const rows = grid.cells.map((row, y) =>
    row.map((cell, x): Cell | null => {
      if (cell === null) return null
      const chunks = cells[y]?.[x] ?? []
      return { blocks: cellBlocks(chunks, cell.box), rows: cell.rows, columns: cell.columns }
    }),
  )
  const table: Table = {
    kind: 'table',
    box: grid.box,
    before: 0,
    heights: grid.ys.slice(1).map((y, index) => y - (grid.ys[index] ?? 0)),
    widths: grid.xs.slice(1).map((x, index) => x - (grid.xs[index] ?? 0)),
    rows,
    ruled: true,
    header: isHeader(rows),
  }
  return { table, grid }
}

function alignedTable({ box, xs, rows, sides }: Alignment): Table {
  const cells = rows.map((row) =>
    row.map((chunks, column): Cell => {
      const own = { ...box, left: xs[column] ?? box.left, right: xs[column + 1] ?? box.right }
      const blocks = cellBlocks(chunks, own).map((block) =>
        block.kind === 'paragraph'
          ? { ...block, align: sides[column] ?? 'left', indent: 0, firstLine: 0 }
          : block,
      )
      return { blocks, rows: 1, columns: 1 }
    }),
  )
  const tops = [...rows.map((row) => Math.min(...row.flat().map((chunk) => chunk.box.top))), box.bottom]
  const heights = tops.slice(1).map((y, index) => y - (tops[index] ?? y))
  // Fonts may be substituted by wider ones, and nothing is right of the last column.
  const widths = xs.slice(1).map((x, index) => (x - (xs[index] ?? 0)) * (index === xs.length - 2 ? 1.3 : 1))
  return {
    kind: 'table',
    box,
    before: 0,
    heights,
    widths,
    rows: cells,
    ruled: false,
    header: isHeader(cells),
  }
}

function cellBlocks(chunks: readonly Chunk[], cell: Box): Block[] {
  const padding = Math.min(3, widthOf(cell) / 10)
  const inside = { ...cell, left: cell.left + padding, right: cell.right - padding }
  return paragraphsOf(linesOf(chunks), inside).map((paragraph) => ({
    ...paragraph,
    indent: paragraph.indent < 8 ? 0 : paragraph.indent,
    before: Math.min(paragraph.before, 12),
  }))
}

/** Whether only the first row is bold. */
function isHeader(rows: readonly (Cell | null)[][]): boolean {
  const bold = (row: readonly (Cell | null)[]) => {
    const runs = row.flatMap((cell) =>
      (cell?.blocks ?? []).flatMap((block) => (block.kind === 'paragraph' ? block.runs : [])),
    )
    return runs.length > 0 && runs.every(({ style }) => style.bold)
  }
  const [first, ...others] = rows
  return first !== undefined && others.length > 0 && bold(first) && !others.every(bold)
}

function addImages(
  table: Table,
  grid: RuledTable['grid'],
  images: readonly ImageBlock[],
  taken: Set<ImageBlock>,
): void {
  for (const image of images)
    for (const [y, row] of grid.cells.entries())
      for (const [x, cell] of row.entries()) {
        const fits = cell && widthOf(image.box) <= widthOf(cell.box) + 4
        if (!fits || taken.has(image) || !centredIn(image.box, cell.box)) continue
        if (heightOf(image.box) > heightOf(cell.box) + 4) continue
        table.rows[y]?.[x]?.blocks.push(image)
        taken.add(image)
      }
}
