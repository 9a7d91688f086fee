/**
 * The ticks of a count axis from 0: few, round and whole; the last one is at or above the maximum.
 */
export function countTicks(most: number): number[] {
  const rough = Math.max(1, most) / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(
    1,
    [1, 2, 2.5, 4, 5, 10].map((of) => of * power).find((of) => of >= rough && Number.isInteger(of)) ?? 1,
  )
  return Array.from({ length: Math.max(1, Math.ceil(most / step)) + 1 }, (_, at) => at * step)
}

/** Which of `count` bars have labels: the first, the last, and some between. */
export const namedBars = (count: number, names = 5): number[] =>
  count <= names
    ? Array.from({ length: count }, (_, at) => at)
    : Array.from({ length: names }, (_, at) => Math.round((at * (count - 1)) / (names - 1)))
