/** A name, and keywords that also match. */
export interface Ranked {
  label: string
  words?: readonly string[] | undefined
  /** The server's search found it, perhaps by something other than the name. */
  found?: boolean | undefined
}

const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase()

const begins = (text: string, query: string): boolean =>
  text.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(query))

/** The match quality: whole text, prefix, start of a word, substring; 0 for no match. */
function score(text: string, query: string): number {
  const folded = fold(text)
  if (folded === query) return 100
  if (folded.startsWith(query)) return 80
  if (begins(folded, query)) return 60
  if (folded.includes(query)) return 40
  const parts = query.split(/\s+/)
  return parts.length > 1 && parts.every((part) => begins(folded, part)) ? 50 : 0
}

/** The score of an item for a query; 0 for no match. The name counts more than the keywords. */
export function rankOf({ label, words = [], found }: Ranked, query: string): number {
  const folded = fold(query.trim())
  if (folded === '') return 1
  const byWords = Math.max(0, ...words.map((word) => score(word, folded))) / 2
  return Math.max(score(label, folded), byWords, found ? 10 : 0)
}

interface Group<T> {
  items: readonly T[]
}

/** The matching groups, best match first: within its group, and its group before the others. */
export function rankGroups<T extends Ranked, G extends Group<T>>(groups: readonly G[], query: string): G[] {
  return groups
    .map((group) => {
      const items = group.items
        .map((item) => ({ item, rank: rankOf(item, query) }))
        .filter(({ rank }) => rank > 0)
        .toSorted((a, b) => b.rank - a.rank)
      return { group: { ...group, items: items.map(({ item }) => item) }, best: items[0]?.rank ?? 0 }
    })
    .filter(({ best }) => best > 0)
    .toSorted((a, b) => b.best - a.best)
    .map(({ group }) => group)
}
