import {
  AlignmentType,
  BorderStyle,
  Paragraph as DocxParagraph,
  Table as DocxTable,
  type FileChild,
  HeadingLevel,
  HeightRule,
  type IParagraphOptions,
  LineRuleType,
  TableCell,
  TableLayoutType,
  TableRow,
  TabStopType,
  VerticalAlignTable,
  WidthType,
} from 'docx'
import { type Column, docxImages, MOST_SPACE, twips } from './docx-images.ts'
import { listName } from './docx-lists.ts'
import { runChildren } from './docx-runs.ts'
import { heightOf } from './geometry.ts'
import type { Block, Cell, ImageBlock, Paragraph, Table } from './model.ts'
import { NATURAL } from './paragraphs.ts'

/** Ignores smaller gaps above a table, in points. */
const SPACER = 4

const HEADINGS = [
  HeadingLevel.HEADING_1,
  HeadingLevel.HEADING_2,
  HeadingLevel.HEADING_3,
  HeadingLevel.HEADING_4,
  HeadingLevel.HEADING_5,
  HeadingLevel.HEADING_6,
] as const

const ALIGNMENTS = {
  left: AlignmentType.START,
  right: AlignmentType.RIGHT,
  center: AlignmentType.CENTER,
  justify: AlignmentType.BOTH,
} as const

/** Converts the blocks of one column; the first has a page break before it if `onNewPage`. */
export function docxBlocks(blocks: readonly Block[], column: Column, onNewPage = false): FileChild[] {
  const made: FileChild[] = []
  for (const group of besides(blocks)) {
    const first = onNewPage && made.length === 0
    const [block] = group
    if (!block) continue
    if (block.kind === 'paragraph') made.push(docxParagraph(block, column, first))
    else if (block.kind === 'image')
      made.push(
        docxImages(
          group.filter((one) => one.kind === 'image'),
          column,
          first,
        ),
      )
    else {
      if (first || block.before > SPACER)
        made.push(spacer(Math.min(MOST_SPACE, Math.max(1, block.before)), { pageBreakBefore: first }))
      made.push(docxTable(block, column))
      // Adjacent tables would merge.
      made.push(spacer(1))
    }
  }
  return made
}

/** An empty paragraph with a height in points. */
const spacer = (height: number, options: IParagraphOptions = {}): DocxParagraph =>
  new DocxParagraph({
    ...options,
    spacing: { before: 0, after: 0, line: twips(height), lineRule: LineRuleType.EXACT },
  })

/** Groups images that are side by side. */
function besides(blocks: readonly Block[]): Block[][] {
  const groups: Block[][] = []
  for (const block of blocks) {
    const before = groups.at(-1)?.at(-1)
    if (before?.kind === 'image' && block.kind === 'image' && overlap(before, block) > 0.5)
      groups.at(-1)?.push(block)
    else groups.push([block])
  }
  return groups
}

const overlap = ({ box: a }: ImageBlock, { box: b }: ImageBlock): number =>
  (Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)) / Math.min(heightOf(a), heightOf(b))

function docxParagraph(block: Paragraph, column: Column, onNewPage: boolean): DocxParagraph {
  const { runs, align, rtl, list, heading } = block
  const size = Math.max(...runs.map(({ style }) => style.size), 1)
  const line = block.pitch > 0 ? Math.min(3, Math.max(0.8, block.pitch / (NATURAL * size))) : 1
  const options: IParagraphOptions = {
    children: runChildren(runs, rtl),
    alignment: ALIGNMENTS[align],
    spacing: {
      before: twips(Math.min(MOST_SPACE, block.before)),
      after: 0,
      line: Math.round(line * 240),
      lineRule: LineRuleType.AUTO,
    },
    ...(rtl ? { bidirectional: true } : {}),
    ...(heading > 0 ? { heading: HEADINGS[heading - 1] ?? HeadingLevel.HEADING_6 } : {}),
    ...(list
      ? { numbering: { reference: listName(list.list), level: list.level } }
      : indented(block, column)),
    ...(onNewPage ? { pageBreakBefore: true } : {}),
    ...tabbed(block, column),
  }
  return new DocxParagraph(options)
}

function indented(
  { indent, firstLine }: Paragraph,
  { left, width }: Column,
): Pick<IParagraphOptions, 'indent'> {
  const start = Math.max(-left, Math.min(indent, 0.8 * width))
  const first = Math.max(-left - start, Math.min(firstLine, 0.5 * width))
  if (start === 0 && first === 0) return {}
  return {
    indent: {
      start: twips(start),
      ...(first < 0 ? { hanging: twips(-first) } : { firstLine: twips(first) }),
    },
  }
}

/** Tab stops at the positions on the page; right-aligned if the text ends at the column's edge. */
function tabbed({ tabs, box, rtl }: Paragraph, { left, width }: Column): Pick<IParagraphOptions, 'tabStops'> {
  if (tabs.length === 0) return {}
  const atEdge = !rtl && left + width - box.right < 12
  return {
    tabStops: tabs.map((position, index) =>
      atEdge && index === tabs.length - 1
        ? { type: TabStopType.RIGHT, position: twips(width) }
        : { type: TabStopType.LEFT, position: twips(position) },
    ),
  }
}

/** Whether a cell has a single line, which is then vertically centered. */
const isLine = ({ blocks: [first, ...others] }: Cell): boolean =>
  others.length === 0 && first?.kind === 'paragraph' && first.lines === 1

const NONE = { style: BorderStyle.NONE, size: 0, color: 'auto' } as const
const THIN = { style: BorderStyle.SINGLE, size: 4, color: 'auto' } as const

function docxTable({ rows, widths, heights, ruled, header, box }: Table, column: Column): DocxTable {
  const total = widths.reduce((sum, width) => sum + width, 0)
  const scale = Math.min(1, (column.width + 12) / Math.max(1, total))
  const sizes = widths.map((width) => Math.max(20, twips(width * scale)))
  const border = ruled ? THIN : NONE
  const indent = Math.max(0, Math.min(box.left - column.left, column.width - total * scale))
  return new DocxTable({
    layout: TableLayoutType.FIXED,
    width: { size: sizes.reduce((sum, size) => sum + size, 0), type: WidthType.DXA },
    columnWidths: sizes,
    ...(indent > 3 ? { indent: { size: twips(indent), type: WidthType.DXA } } : {}),
    borders: {
      top: border,
      bottom: border,
      left: border,
      right: border,
      insideHorizontal: border,
      insideVertical: border,
    },
    margins: { left: ruled ? 50 : 20, right: 0 },
    rows: rows.map(
      (row, index) =>
        new TableRow({
          // Some readers treat any value as true.
          ...(header && index === 0 ? { tableHeader: true } : {}),
          cantSplit: true,
          height: { value: twips(Math.min(600, heights[index] ?? 0)), rule: HeightRule.ATLEAST },
          children: row.flatMap((cell, at) => {
            if (cell === null) return []
            const width = sizes.slice(at, at + cell.columns).reduce((sum, size) => sum + size, 0)
            const children = docxBlocks(cell.blocks, { left: 0, width: width / 20 })
            return [
              new TableCell({
                columnSpan: cell.columns,
                rowSpan: cell.rows,
                verticalAlign: isLine(cell) ? VerticalAlignTable.CENTER : VerticalAlignTable.TOP,
                width: { size: width, type: WidthType.DXA },
                children: (children.length > 0 ? children : [new DocxParagraph('')]) as DocxParagraph[],
              }),
            ]
          }),
        }),
    ),
  })
}
