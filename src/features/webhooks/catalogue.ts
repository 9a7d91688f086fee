import type { CatalogEntry } from '../../api/webhooks.ts'

export const EVERY_EVENT = '*'

export interface EventGroup {
  name: string
  /**
   * `conversion.*`: matches all types of the group, including future ones. Null if they have no
   * common prefix.
   */
  pattern: string | null
  entries: CatalogEntry[]
}

/** Test events are sent to the tested webhook, so they cannot be subscribed to. */
export const subscribable = (entries: readonly CatalogEntry[]): CatalogEntry[] =>
  entries.filter(({ type }) => type !== 'webhook.test')

/** The catalog by group, in its order. */
export function groupsOf(entries: readonly CatalogEntry[]): EventGroup[] {
  return [...Map.groupBy(subscribable(entries), ({ group }) => group)].map(([name, entries]) => {
    const prefix = commonPrefix(entries.map(({ type }) => type))
    return { name, pattern: prefix === '' ? null : `${prefix}.*`, entries }
  })
}

/**
 * The common dot-separated prefix of all types: `pipeline.run` of `pipeline.run.completed` and
 * `pipeline.run.failed`.
 */
function commonPrefix(types: readonly string[]): string {
  const [first = '', ...rest] = types.map((type) => type.split('.').slice(0, -1))
  const parts = [...first]
  const common = parts.findIndex((part, at) => rest.some((other) => other[at] !== part))
  return (common < 0 ? parts : parts.slice(0, common)).join('.')
}

/** Whether a type matches these patterns. */
export const isChosen = (patterns: ReadonlySet<string>, type: string): boolean =>
  patterns.has(EVERY_EVENT) || patterns.has(type) || prefixesOf(type).some((one) => patterns.has(one))

const prefixesOf = (type: string): string[] => {
  const parts = type.split('.')
  return parts.slice(1).map((_part, at) => `${parts.slice(0, at + 1).join('.')}.*`)
}

/** A whole group is stored as its pattern, which includes future types. */
export function withGroup(patterns: ReadonlySet<string>, group: EventGroup, on: boolean): Set<string> {
  const next = without(patterns, group)
  if (on) for (const one of wholeOf(group)) next.add(one)
  return next
}

/** Adds or removes one type. Removed from a group, the other types of the group stay by name. */
export function withType(
  patterns: ReadonlySet<string>,
  group: EventGroup,
  type: string,
  on: boolean,
): Set<string> {
  const types = group.entries
    .map((entry) => entry.type as string)
    .filter((one) => (one === type ? on : isChosen(patterns, one)))
  const next = without(patterns, group)
  for (const one of types.length === group.entries.length ? wholeOf(group) : types) next.add(one)
  return next
}

const wholeOf = ({ pattern, entries }: EventGroup): string[] =>
  pattern === null ? entries.map(({ type }) => type) : [pattern]

/** Removes the group's types, by any of its prefixes. */
function without(patterns: ReadonlySet<string>, { entries }: EventGroup): Set<string> {
  const mine = new Set(entries.flatMap(({ type }) => [type, ...prefixesOf(type)]))
  return new Set([...patterns].filter((one) => !mine.has(one)))
}

/** The number of matching events in the last 30 days. */
export const monthlyOf = (entries: readonly CatalogEntry[], patterns: ReadonlySet<string>): number =>
  subscribable(entries)
    .filter(({ type }) => isChosen(patterns, type))
    .reduce((sum, { last_30_days }) => sum + last_30_days, 0)

/** Whether the type or description contains the text. */
export const found = (entry: CatalogEntry, text: string): boolean =>
  [entry.type, entry.description, entry.group].some((one) =>
    one.toLowerCase().includes(text.trim().toLowerCase()),
  )
