/** How many jobs of each kind a process runs. */
export interface Running {
  quick: number
  long: number
}

/**
 * How many jobs to take: first so many long ones, then quick ones, then more long ones; together
 * `total`.
 */
export interface FreePlaces {
  firstLong: number
  quick: number
  moreLong: number
  total: number
}

/**
 * The places of a process that are free. A quarter of them, and one at least, is kept for quick
 * jobs; one long job may always run, so that no stream of quick ones stops them. With a single
 * place, a long job and a quick one run beside one another.
 */
export function freePlaces(concurrency: number, { quick, long }: Running): FreePlaces {
  const firstLong = long === 0 ? 1 : 0
  if (concurrency === 1) {
    const one = quick === 0 ? 1 : 0
    return { firstLong, quick: one, moreLong: 0, total: firstLong + one }
  }
  const total = Math.max(0, concurrency - quick - long)
  const kept = Math.max(1, Math.floor(concurrency / 4))
  return { firstLong, quick: total, moreLong: Math.max(0, concurrency - kept - long - firstLong), total }
}
