import { addText, textOf } from './chunks.ts'
import { around, widthOf } from './geometry.ts'
import type { Box, Chunk, Run } from './model.ts'

/** The content of one baseline in a column. */
export interface Line {
  chunks: Chunk[]
  runs: Run[]
  text: string
  box: Box
  baseline: number
  size: number
  rtl: boolean
  mark: number
  /** The positions after each tab. */
  tabs: number[]
}

/** The lines of one column from top to bottom. */
export function linesOf(chunks: readonly Chunk[]): Line[] {
  const rows: Chunk[][] = []
  for (const chunk of chunks.toSorted((a, b) => a.baseline - b.baseline)) {
    // Recent lines may end with superscript, which has another baseline.
    const row = rows.slice(-3).find((one) => one.some((other) => onOneLine(other, chunk)))
    if (row) row.push(chunk)
    else rows.push([chunk])
  }
  return rows.map(lineOf).sort((a, b) => a.baseline - b.baseline)
}

function onOneLine(one: Chunk, other: Chunk): boolean {
  const larger = Math.max(one.size, other.size)
  const rise = Math.abs(one.baseline - other.baseline)
  if (rise < 0.25 * Math.min(one.size, other.size)) return true
  const beside = Math.max(one.box.left - other.box.right, other.box.left - one.box.right) < larger
  return beside && Math.min(one.size, other.size) < 0.85 * larger && rise < 0.55 * larger
}

/** A smaller gap in font sizes is a space, a larger one a tab. */
const TAB = 2.2

function lineOf(row: readonly Chunk[]): Line {
  const widest = row.reduce((most, chunk) => (widthOf(chunk.box) > widthOf(most.box) ? chunk : most))
  const { rtl, size, baseline } = widest
  const chunks = row.toSorted((a, b) => (rtl ? b.box.right - a.box.right : a.box.left - b.box.left))
  const runs: Run[] = []
  const tabs: number[] = []
  let before: Chunk | null = null
  for (const chunk of chunks) {
    const small = chunk.size < 0.85 * size && Math.abs(chunk.baseline - baseline) > 0.08 * size
    const script = !small ? null : chunk.baseline < baseline ? 'super' : 'sub'
    const gap = before ? gapBetween(before, chunk) : 0
    const between = !before || gap < 0.12 * size ? '' : gap > TAB * size ? '\t' : ' '
    if (between === '\t') tabs.push(rtl ? chunk.box.right : chunk.box.left)
    for (const [index, run] of chunk.runs.entries())
      addText(runs, {
        ...run,
        text: index === 0 ? between + run.text : run.text,
        script: script ?? run.script,
      })
    before = chunk
  }
  return {
    chunks,
    runs,
    text: textOf(runs),
    box: around(chunks.map(({ box }) => box)),
    baseline,
    size,
    rtl,
    mark: widest.mark,
    tabs,
  }
}

const gapBetween = (one: Chunk, other: Chunk): number =>
  Math.max(one.box.left - other.box.right, other.box.left - one.box.right)
