/** Running jobs of each kind in a process. */
export interface Running {
  quick: number
  long: number
}

/**
 * How many jobs to fetch: first long ones, then quick ones, then more long ones; `total` in all.
 */
export interface FreePlaces {
  firstLong: number
  quick: number
  moreLong: number
  total: number
}

/**
 * The free slots of a process. A quarter of the slots, at least one, is reserved for quick jobs;
 * one long job may always run, so that quick jobs cannot starve long ones. With a single slot, one
 * long and one quick job run in parallel.
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
