import { buildCatalog } from './catalog.ts'
import type { Demands, Format, Operation, WorkerEngine } from './kernel/engine.ts'
import { FORMATS } from './kernel/formats.ts'
import type { CatalogEntry, Found, Installed } from './kernel/module.ts'

/** What can be done with some engines: by one process, or by all workers together. */
export interface Offer {
  installed: Installed
  catalog: readonly CatalogEntry[]
  formats: readonly (Format & { inputs: string[]; outputs: string[] })[]
  /** All that its jobs may ask of a worker. */
  abilities: readonly string[]
}

/**
 * Where the usual limit of a job is above this, it may take minutes: it waits in the queue of long
 * jobs.
 */
const QUICK_MS = 120_000

/** What can be done with these engines. It takes a tenth of a second, so keep it. */
export const offerOf = (installed: Installed): Offer => withFormats(installed, buildCatalog(installed))

/**
 * What several workers can do together. Where two do the same differently, the one with more
 * engines decides how it is done: its jobs then go to workers that have those engines.
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
    // After the whole offer: within it, several entries may do one pair in different ways.
    for (const { operation } of offer.catalog)
      for (const format of operation.from) taken.add(pairOf(operation, format))
    return added
  })
  // The richest last: its version of an engine is the one that is told.
  return withFormats(new Map(richest.toReversed().flatMap((offer) => [...offer.installed])), catalog)
}

const pairOf = ({ operation, to: [target = ''] }: Operation, format: string) =>
  `${operation} ${format} ${target}`

/** The same for engines that can do the same: their versions do not matter. */
export const keyOf = (installed: Installed): string =>
  [...installed.keys(), ...featuresOf(installed)].sort().join(', ')

const featuresOf = (installed: Installed): string[] =>
  [...installed].flatMap(([name, { features = [] }]) => features.map((feature) => `${name} ${feature}`))

/** The engines of another worker that are known here; none of them can be run from here. */
export const installedElsewhere = (engines: readonly WorkerEngine[], known: ReadonlySet<string>): Installed =>
  new Map(
    engines
      .filter(({ name }) => known.has(name))
      .map(({ name, version, features }): [string, Found] => [
        name,
        { version, path: 'of another worker', ...(features && { features }) },
      ]),
  )

/** What a job of this entry asks of its worker. */
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
