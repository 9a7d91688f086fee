import type { Arrangement } from './arrangement.ts'
import type { Found, Hit } from './handle.ts'
import type { Pdf } from './pdf.ts'
import { type Match, matchesIn, type SearchOptions } from './search.ts'

type Told = (found: Found | null) => void

export interface Finder {
  find: (query: string, options: SearchOptions, from: number, arrangement: Arrangement) => void
  /** @returns the current result */
  step: (by: number) => Hit | null
  /** Applies a new page order. */
  arrange: (arrangement: Arrangement) => void
  stop: () => void
}

/** How often a running search reports its progress. */
const TELL = 100

/** Searches all pages, starting with the visible one. `reveal` is called with the first result. */
export function createFinder(pdf: Pdf, tell: Told, reveal: (hit: Hit) => void): Finder {
  let run = 0
  let found: Found | null = null
  const byIndex = new Map<number, Match[]>()

  const say = (next: Found | null) => {
    found = next
    tell(next)
  }
  const gather = (arrangement: Arrangement): Hit[] =>
    arrangement.flatMap(({ page }, place) =>
      (byIndex.get(page - 1) ?? []).map((match) => ({ ...match, index: page - 1, page: place + 1 })),
    )

  async function search(query: string, options: SearchOptions, from: number, arrangement: Arrangement) {
    const mine = ++run
    byIndex.clear()
    let hits: Hit[] = []
    let looked: Hit | null = null
    let told = performance.now()
    const count = arrangement.length
    const now = (searched: number, done: boolean) => {
      hits = gather(arrangement)
      // Earlier results shift its index, but it stays the current one.
      const current = looked ? hits.findIndex((hit) => isSame(hit, looked!)) : -1
      say({ query, options, hits, current, searched, done })
    }
    say({ query, options, hits: [], current: -1, searched: 0, done: false })
    for (let step = 0; step < count; step++) {
      const place = (from - 1 + step) % count
      const index = arrangement[place]!.page - 1
      if (!byIndex.has(index)) {
        // A page that can't be read has no results.
        const text = await pdf.text(index).catch(() => null)
        if (mine !== run) return
        byIndex.set(index, text ? matchesIn(text, query, options) : [])
      }
      looked = found?.hits[found.current] ?? looked
      const [first] = byIndex.get(index)!
      if (!looked && first) {
        looked = { ...first, index, page: place + 1 }
        now(step + 1, false)
        reveal(looked)
      } else if (performance.now() - told > TELL) {
        told = performance.now()
        now(step + 1, false)
      }
    }
    now(count, true)
  }

  return {
    find(query, options, from, arrangement) {
      if (query.trim() === '') {
        run++
        byIndex.clear()
        say(null)
      } else void search(query, options, from, arrangement)
    },
    step(by) {
      if (!found || found.hits.length === 0) return null
      const { length } = found.hits
      const current = (((found.current + by) % length) + length) % length
      say({ ...found, current })
      return found.hits[current] ?? null
    },
    arrange(arrangement) {
      if (!found?.done) return
      const looked = found.hits[found.current]
      const hits = gather(arrangement)
      const current = looked
        ? hits.findIndex(({ index, from }) => index === looked.index && from === looked.from)
        : -1
      say({ ...found, hits, current: Math.max(current, hits.length > 0 ? 0 : -1) })
    },
    stop() {
      run++
    },
  }
}

const isSame = (a: Hit, b: Hit) =>
  a.page === b.page && a.from.piece === b.from.piece && a.from.offset === b.from.offset
