/**
 * The lines of a chart of counts, from nothing up: few, round, whole, and the last one at or above
 * the most there is.
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

/** Which of `count` bars have their name under them: the first, the last, and some between. */
export const namedBars = (count: number, names = 5): number[] =>
  count <= names
    ? Array.from({ length: count }, (_, at) => at)
    : Array.from({ length: names }, (_, at) => Math.round((at * (count - 1)) / (names - 1)))
