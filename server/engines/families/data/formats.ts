/** All data formats, for reading and writing. */
export const DATA_FORMATS = ['csv', 'tsv', 'json', 'ndjson', 'yaml', 'xml', 'parquet', 'sqlite'] as const
export type DataFormat = (typeof DATA_FORMATS)[number]

/** Formats with one table per file; several tables become an archive. */
export const SINGLE_TABLE: readonly DataFormat[] = ['csv', 'tsv', 'ndjson', 'parquet']

const MEGABYTE = 1_000_000

/** Maximum file size in bytes: tables are streamed, trees are held in memory. */
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
