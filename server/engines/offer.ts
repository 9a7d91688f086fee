import { buildCatalog } from './catalog.ts'
import type { Demands, Format, Operation, WorkerEngine } from './kernel/engine.ts'
import { FORMATS } from './kernel/formats.ts'
import type { CatalogEntry, Found, Installed } from './kernel/module.ts'

/** The operations of a set of engines: of one process, or of all workers together. */
export interface Offer {
  installed: Installed
  catalog: readonly CatalogEntry[]
  formats: readonly (Format & { inputs: string[]; outputs: string[] })[]
  /** All requirements that its jobs may have. */
  abilities: readonly string[]
}

/** A job whose time limit exceeds this may take minutes, so it uses the queue of long jobs. */
const QUICK_MS = 120_000

/** The offer of these engines. Takes 0.1 s, so cache it. */
export const offerOf = (installed: Installed): Offer => withFormats(installed, buildCatalog(installed))

/**
 * The combined offer of several workers. If two offer an operation differently, the worker with
 * more engines decides, and its jobs go to workers with those engines.
 */
export function sumOf(offers: readonly [Offer, ...Offer[]]): Offer {
  const [only, ...others] = offers
  if (others.length === 0) return only
  const richest = offers.toSorted(
    (a, b) =>
      b.installed.size - a.installed.size ||
      featuresOf(b.installed).length - featuresOf(a.installed).length ||
      (keyOf(a.installed) < keyOf(b.installed) ? -1 : 1),
  )
  const taken = new Set<string>()
  const catalog = richest.flatMap((offer) => {
    const added = offer.catalog.flatMap((entry) => {
      const { operation } = entry
      const from = operation.from.filter((format) => !taken.has(pairOf(operation, format)))
      if (from.length === operation.from.length) return [entry]
      return from.length > 0 ? [{ ...entry, operation: { ...operation, from } }] : []
    })
    // After the whole offer, since its entries may implement a pair in different ways.
    for (const { operation } of offer.catalog)
      for (const format of operation.from) taken.add(pairOf(operation, format))
    return added
  })
  // The richest last, so that its version of an engine is reported.
  return withFormats(new Map(richest.toReversed().flatMap((offer) => [...offer.installed])), catalog)
}

const pairOf = ({ operation, to: [target = ''] }: Operation, format: string) =>
  `${operation} ${format} ${target}`

/** A key that is equal for engines with the same operations; versions don't count. */
export const keyOf = (installed: Installed): string =>
  [...installed.keys(), ...featuresOf(installed)].sort().join(', ')

const featuresOf = (installed: Installed): string[] =>
  [...installed].flatMap(([name, { features = [] }]) => features.map((feature) => `${name} ${feature}`))

/** The engines of another worker that this version knows; none can run in this process. */
export const installedElsewhere = (engines: readonly WorkerEngine[], known: ReadonlySet<string>): Installed =>
  new Map(
    engines
      .filter(({ name }) => known.has(name))
      .map(({ name, version, features }): [string, Found] => [
        name,
        { version, path: 'of another worker', ...(features && { features }) },
      ]),
  )

/** The requirements of an entry's jobs. */
export const demandsOf = ({ operation, limits }: CatalogEntry): Demands => ({
  engines: [...operation.engine.split(' + '), ...(operation.features ?? [])],
  long: (limits?.wallMs ?? 0) > QUICK_MS,
})

function withFormats(installed: Installed, catalog: readonly CatalogEntry[]): Offer {
  const conversions = catalog.filter(({ operation }) => operation.operation === 'convert')
  const sources = (format: string) => conversions.filter(({ operation }) => operation.from.includes(format))
  const targets = (format: string) => conversions.filter(({ operation }) => operation.to.includes(format))
  const formats = FORMATS.map((format) => ({
    ...format,
    inputs: unique(targets(format.format).flatMap(({ operation }) => operation.from)),
    outputs: unique(sources(format.format).flatMap(({ operation }) => operation.to)),
  }))
  return {
    installed,
    catalog,
    formats,
    abilities: unique(catalog.flatMap((entry) => demandsOf(entry).engines)),
  }
}

const unique = (values: readonly string[]): string[] => [...new Set(values)]
