/** Median, lowest and highest of some measurements. A mean would hide how much they vary. */
export interface Spread {
  median: number
  low: number
  high: number
  n: number
}

export function spread(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (place: number) => sorted[place] ?? Number.NaN
  const half = (sorted.length - 1) / 2
  return {
    median: (at(Math.floor(half)) + at(Math.ceil(half))) / 2,
    low: at(0),
    high: at(sorted.length - 1),
    n: sorted.length,
  }
}

/** `38.2 (35.1..44.0) ms` */
export const milliseconds = ({ median, low, high }: Spread) =>
  `${digits(median)} (${digits(low)}..${digits(high)}) ms`

/** Three significant digits, with at most two decimals. */
export const digits = (value: number) =>
  value.toFixed(Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2)

export const megabytes = (bytes: number) => `${digits(bytes / 1_000_000)} MB`
export const kilobytes = (bytes: number) => `${digits(bytes / 1000)} kB`

/** Returns the result of the work and its duration in milliseconds. */
export async function timed<T>(work: () => Promise<T>): Promise<{ answer: T; ms: number }> {
  const began = performance.now()
  const answer = await work()
  return { answer, ms: performance.now() - began }
}
