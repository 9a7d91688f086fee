import { textOf } from './chunks.ts'
import { type Marker, markerOf } from './list-markers.ts'
import type { Block, Paragraph, Run } from './model.ts'

/** Markers within this many points are on the same level. */
const SAME_LEVEL = 5
const MAX_LEVELS = 9
/** Letters and dashes also start sentences, so a single one is no list. */
const DOUBTFUL = /^[-–—*o·]$/

interface Open {
  list: number
  left: number
  format: Marker['format']
  pattern: string
  value: number
}

/** Converts paragraphs with markers in one column to list items. `next` returns list numbers. */
export function markLists(blocks: readonly Block[], next: () => number): void {
  let open: Open[] = []
  for (const [index, block] of blocks.entries()) {
    const marker =
      block.kind === 'paragraph' && block.heading === 0 && !block.rtl ? markerOf(textOf(block.runs)) : null
    if (block.kind !== 'paragraph' || !marker) {
      // A paragraph indented like an item belongs to it; others end the list.
      if (block.kind !== 'paragraph' || block.box.left < (open[0]?.left ?? 0) + SAME_LEVEL) open = []
      continue
    }
    open = open.filter(({ left }) => left <= block.box.left + SAME_LEVEL)
    const same = open.at(-1)
    const beside = same && Math.abs(same.left - block.box.left) <= SAME_LEVEL
    const goesOn = beside && follows(same, marker)
    if (beside && !goesOn) open.pop()
    if (!goesOn) {
      if (!isClear(block, marker, blocks.slice(index + 1, index + 12))) continue
      open.push({ list: open.at(-1)?.list ?? next(), left: block.box.left, ...marker })
      // A nested list has its own numbering.
      const own = open.at(-1)
      if (own && (open.length > 1 || beside)) own.list = next()
    }
    const level = open.at(-1)
    if (!level) continue
    level.value = marker.value
    const { format, pattern, value } = marker
    block.list = { list: level.list, level: Math.min(open.length, MAX_LEVELS) - 1, format, pattern, value }
    block.runs = withoutMarker(block.runs, marker.length)
  }
}

function follows(open: Open, marker: Marker): boolean {
  return (
    open.format === marker.format &&
    open.pattern === marker.pattern &&
    (marker.format === 'bullet' || marker.value === open.value + 1)
  )
}

/** A marker is a list item if it is a bullet, has a hanging indent, or another item follows. */
function isClear(block: Paragraph, marker: Marker, later: readonly Block[]): boolean {
  if (marker.format === 'bullet' && !DOUBTFUL.test(marker.pattern)) return true
  if (block.lines > 1 && block.firstLine < -3) return true
  return later.some((other) => {
    if (other.kind !== 'paragraph' || Math.abs(other.box.left - block.box.left) > SAME_LEVEL) return false
    const mark = markerOf(textOf(other.runs))
    return mark !== null && follows({ ...marker, list: 0, left: 0 }, mark)
  })
}

function withoutMarker(runs: readonly Run[], length: number): Run[] {
  let left = length
  return runs.flatMap((run) => {
    const text = run.text.slice(left)
    left = Math.max(0, left - run.text.length)
    return text === '' ? [] : [{ ...run, text }]
  })
}
