import type { Platform } from '../platform.ts'
import type { ConversionRow } from './schema.ts'

type Queued = Pick<ConversionRow, 'id' | 'status' | 'startedAt'>

/**
 * Positions in the queue of the conversions that wait: one statement for all of them, and none
 * where all have started.
 */
export async function queuePositions(
  { jobs }: Pick<Platform, 'jobs'>,
  rows: readonly Queued[],
): Promise<Map<string, number>> {
  const waiting = rows.filter(({ status, startedAt }) => status === 'pending' && startedAt === null)
  return waiting.length === 0 ? new Map() : jobs.queuePositions(waiting.map(({ id }) => id))
}
