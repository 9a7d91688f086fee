/** Every data format; each is read and written. */
export const DATA_FORMATS = ['csv', 'tsv', 'json', 'ndjson', 'yaml', 'xml', 'parquet', 'sqlite'] as const
export type DataFormat = (typeof DATA_FORMATS)[number]

/** Formats of one table; several go into an archive. */
export const SINGLE_TABLE: readonly DataFormat[] = ['csv', 'tsv', 'ndjson', 'parquet']

const MEGABYTE = 1_000_000

/** The largest file that is read, in bytes: the first ones row by row, trees as a whole. */
export const MOST_BYTES: Record<DataFormat, number> = {
  csv: 500 * MEGABYTE,
  tsv: 500 * MEGABYTE,
  ndjson: 500 * MEGABYTE,
  parquet: 500 * MEGABYTE,
  sqlite: 500 * MEGABYTE,
  json: 100 * MEGABYTE,
  xml: 50 * MEGABYTE,
  yaml: 10 * MEGABYTE,
}
