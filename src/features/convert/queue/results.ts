import type { Conversion } from '../../../api/history.ts'
import type { ConvertRow } from './rows.ts'

/** The results of the list so far. */
export interface Results {
  /** Those with a result that can still be downloaded. */
  done: Conversion[]
  /** Failed ones, without cancelled ones. */
  failed: ConvertRow[]
  /** The failed ones whose rows ask for a password. */
  locked: ConvertRow[]
  /** Still uploading or converting. */
  running: number
  /** Total bytes of completed originals, and of their results. */
  before: number
  after: number
  quoted: number
  charged: number
  /** From the first submission to the last result; null for results of several batches. */
  ms: number | null
}

/** Null until one file of the list has ended. */
export function resultsOf(rows: readonly ConvertRow[]): Results | null {
  const ended = rows.flatMap(({ state }) =>
    state.kind === 'done' || state.kind === 'failed' ? [state.conversion] : [],
  )
  const done = rows.flatMap(({ state }) =>
    state.kind === 'done' && state.conversion.download_url ? [state.conversion] : [],
  )
  const failed = rows.filter(hasFailed)
  if (ended.length === 0 && failed.length === 0) return null
  const sum = (number: (one: Conversion) => number, of = ended) =>
    of.reduce((total, one) => total + number(one), 0)
  return {
    done,
    failed,
    locked: failed.filter(needsPassword),
    running: rows.filter(({ state }) => state.kind === 'uploading' || state.kind === 'working').length,
    before: sum(({ size_bytes }) => size_bytes, done),
    after: sum(({ output }) => output?.size_bytes ?? 0, done),
    quoted: sum(({ credits_quoted }) => credits_quoted),
    charged: sum(({ credits_charged }) => credits_charged ?? 0),
    ms: elapsed(ended),
  }
}

const hasFailed = ({ state }: ConvertRow): boolean =>
  state.kind === 'refused' || (state.kind === 'failed' && !state.cancelled)

/** It failed because the file is encrypted: the row asks for its password. */
export const needsPassword = ({ state }: ConvertRow): boolean =>
  state.kind === 'failed' && state.conversion.error?.code === 'source_encrypted'

function elapsed(ended: readonly Conversion[]): number | null {
  const [first] = ended
  if (!first || ended.some((one) => one.batch_id !== first.batch_id)) return null
  if (first.batch_id === null && ended.length > 1) return null
  const starts = ended.map(({ created_at }) => Date.parse(created_at))
  const ends = ended.map(({ completed_at, created_at }) => Date.parse(completed_at ?? created_at))
  return Math.max(...ends) - Math.min(...starts)
}

/** In whole percent; null if unknown, or if the results are as large as the originals. */
export function savedPercent({ before, after }: Pick<Results, 'before' | 'after'>): number | null {
  if (before === 0 || after === 0) return null
  const percent = Math.round(100 * (1 - after / before))
  return percent === 0 ? null : percent
}

/** The id of the file in the list that a conversion belongs to. */
export const resultOwner = (rows: readonly ConvertRow[], conversionId: string): string | undefined =>
  rows.find(({ file }) => file.conversionId === conversionId)?.file.id
