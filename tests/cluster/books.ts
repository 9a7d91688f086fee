import { join } from 'node:path'
import { pino } from 'pino'
import { readConfig } from '../../server/config.ts'
import { objectsOf } from '../../server/open-objects.ts'
import { BOOKS } from '../endurance/checks.ts'
import type { Cluster } from './cluster.ts'
import type { Load } from './load.ts'

/** What must never be, counted. */
export interface Counts {
  /** Conversions and files that were acknowledged and are not there, or have not completed. */
  lost: number
  /** Conversions that no request was acknowledged for, and results that no conversion has. */
  double: number
  /** Conversions that were not charged once, at their price. */
  wrongCharges: number
  /**
   * Conversions that were begun more than once, which is allowed: their workers died or were
   * thought dead.
   */
  begunAgain: number
}

/**
 * Compares what the load was told with what there is, while nothing runs. @returns the counts, and
 * in words what is wrong
 */
export async function audit(cluster: Cluster, load: Load): Promise<{ counts: Counts; faults: string[] }> {
  const { postgres } = cluster
  const faults: string[] = []
  for (const [what, sql] of Object.entries(BOOKS)) {
    const [row] = await postgres.query<{ count: number }>(sql)
    if (row?.count !== 0) faults.push(`${row?.count} ${what}`)
  }
  const rows = await postgres.query<{
    id: string
    status: string
    attempts: number
    charges: number
    wrong: boolean
  }>(
    `select c.id, c.status, c.attempts, count(e.id)::int as charges,
       coalesce(sum(-e.credits), 0) <> case c.status when 'completed' then c.credits_quoted else 0 end as wrong
     from conversions c left join credit_entries e on e.reference = c.id and e.kind = 'charge'
     where not c.service group by c.id`,
  )
  const known = new Map(rows.map((row) => [row.id, row]))
  const lost = load.pieces.filter(({ id }) => known.get(id)?.status !== 'completed')
  for (const { id } of lost) faults.push(`the conversion ${id} is ${known.get(id)?.status ?? 'missing'}`)
  const acknowledged = new Set(load.pieces.map(({ id }) => id))
  const double = rows.filter(({ id }) => !acknowledged.has(id))
  for (const { id } of double) faults.push(`nobody asked for the conversion ${id}`)
  const wrong = rows.filter((row) => row.wrong || row.charges > 1)
  for (const { id, charges } of wrong)
    faults.push(`the conversion ${id} has ${charges} charges, not its price once`)
  const missing = await missingFiles(cluster, load)
  for (const id of missing) faults.push(`the stored file ${id} is missing`)
  const stray = await compareStore(cluster)
  faults.push(...stray)
  return {
    counts: {
      lost: lost.length + missing.length,
      double: double.length + stray.length,
      wrongCharges: wrong.length,
      begunAgain: rows.filter(({ attempts }) => attempts > 1).length,
    },
    faults,
  }
}

async function missingFiles({ postgres }: Cluster, { stored }: Load): Promise<string[]> {
  const rows = await postgres.query<{ id: string }>(
    `select f.id from user_files f join objects o on o.key = f.object_key where o.state = 'stored'`,
  )
  const there = new Set(rows.map(({ id }) => id))
  return [...stored.keys()].filter((id) => !there.has(id))
}

/** Files without a row, and rows without a file. */
async function compareStore(cluster: Cluster): Promise<string[]> {
  const rows = await cluster.postgres.query<{ key: string; state: string }>('select key, state from objects')
  const known = new Map(rows.map(({ key, state }) => [key, state]))
  const keys = await storedKeys(cluster)
  return [
    ...[...keys].filter((key) => !known.has(key)).map((key) => `the file ${key} has no row`),
    ...[...known].flatMap(([key, state]) =>
      state === 'stored' && !keys.has(key) ? [`the object ${key} has no file`] : [],
    ),
  ]
}

async function storedKeys({ settings }: Cluster): Promise<Set<string>> {
  const folder = join(settings.DATA_DIR ?? '', 'objects')
  const { objects, close } = await objectsOf(readConfig(settings), folder, pino({ level: 'silent' }))
  try {
    const keys = new Set<string>()
    for (const kind of ['uploads', 'outputs', 'pieces'])
      for await (const { key } of objects.list(kind)) keys.add(key)
    return keys
  } finally {
    close()
  }
}
