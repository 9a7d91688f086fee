import type { Platform } from '../platform.ts'
import type { ConversionRow } from './schema.ts'

type Queued = Pick<ConversionRow, 'id' | 'status' | 'startedAt'>

/** Queue positions of waiting conversions: one statement for all, none if all have started. */
export async function queuePositions(
  { jobs }: Pick<Platform, 'jobs'>,
  rows: readonly Queued[],
): Promise<Map<string, number>> {
  const waiting = rows.filter(({ status, startedAt }) => status === 'pending' && startedAt === null)
  return waiting.length === 0 ? new Map() : jobs.queuePositions(waiting.map(({ id }) => id))
}
