import { EngineFailure } from '../../kernel/engine.ts'
import { sentence } from '../../kernel/sentence.ts'

/** The syntax of page ranges: `1-3,7`, `5-`, `-2`, spaces anywhere. Empty means all. */
export const PAGE_RANGE =
  /^\s*(\d{1,5}|\d{0,5}\s*-\s*\d{0,5})(\s*,\s*(\d{1,5}|\d{0,5}\s*-\s*\d{0,5}))*\s*$|^\s*$/

/**
 * Page indexes from 0 in the order written, without duplicates.
 * @throws `option_refused` for a page that doesn't exist
 */
export function pagesOf(range: string, total: number): number[] {
  if (range.trim() === '') return Array.from({ length: total }, (_, index) => index)
  const pages = new Set<number>()
  for (const part of range.split(',')) {
    const [from, to] = bounds(part.trim(), total)
    if (from < 1 || to > total || from > to) throw outside(part.trim(), total)
    for (let page = from; page <= to; page++) pages.add(page - 1)
  }
  return [...pages]
}

/**
 * Page indexes from 0 exactly as written: `9-7` counts down, and pages may repeat.
 * @throws `option_refused`
 */
export function orderOf(order: string, total: number): number[] {
  if (order.trim() === '') return pagesOf('', total)
  return order.split(',').flatMap((part) => {
    const [from, to] = bounds(part.trim(), total)
    if (Math.min(from, to) < 1 || Math.max(from, to) > total) throw outside(part.trim(), total)
    return Array.from(
      { length: Math.abs(to - from) + 1 },
      (_, index) => from - 1 + (to < from ? -index : index),
    )
  })
}

function bounds(part: string, total: number): [from: number, to: number] {
  const [from, to] = part.split('-').map((one) => one.trim())
  if (to === undefined) return [Number(from), Number(from)]
  return [from ? Number(from) : 1, to ? Number(to) : total]
}

function outside(part: string, total: number): EngineFailure {
  const has = total === 1 ? 'one page' : `${total} pages`
  return new EngineFailure(
    'option_refused',
    sentence`The PDF has ${has}, so "${part}" cannot be taken. Choose pages from 1 to ${total}.`,
  )
}
