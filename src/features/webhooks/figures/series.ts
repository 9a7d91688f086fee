import type { Bar } from './bars.ts'

export type SeriesName = 'succeeded' | 'failed' | 'pending'

/**
 * From bottom to top. Failures are at the bottom and striped, so that they are visible next to
 * 10,000 others.
 */
export const SERIES: readonly { name: SeriesName; className: string }[] = [
  { name: 'failed', className: 'striped min-h-0.75' },
  { name: 'succeeded', className: 'bg-ink-soft min-h-px' },
  { name: 'pending', className: 'hatched min-h-0.5 border border-ink-faint' },
]

/** In reading order. */
export const READ: readonly SeriesName[] = ['succeeded', 'failed', 'pending']

export const classOf = (name: SeriesName): string =>
  SERIES.find((series) => series.name === name)?.className ?? ''

export const partsOf = (bar: Bar) =>
  SERIES.map(({ name, className }) => ({ series: name, className, count: bar[name] }))
