import type { SchemaElement } from 'hyparquet'
import { fileWriter, ParquetWriter } from 'hyparquet-writer'
import { typesOf } from './column-types.ts'
import { noData } from './failures.ts'
import type { DataLosses } from './losses.ts'
import type { ColumnType, Table, Value } from './values.ts'
import { cellText } from './write-text.ts'

const GROUP_ROWS = 50_000
/** Cells per row group, so that memory doesn't depend on the number of columns. */
const GROUP_CELLS = 1_000_000

const TYPES: Record<ColumnType, Partial<SchemaElement>> = {
  integer: { type: 'INT64' },
  number: { type: 'DOUBLE' },
  boolean: { type: 'BOOLEAN' },
  bytes: { type: 'BYTE_ARRAY' },
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
}

/** Writes a table as Parquet with Snappy compression; all columns are nullable. */
export async function writeParquet(table: Table, path: string, losses: DataLosses): Promise<void> {
  const { columns } = table
  if (columns.length === 0) throw noData()
  const types = await typesOf(table, losses)
  const schema: SchemaElement[] = [
    { name: 'root', num_children: columns.length },
    ...columns.map(
      (name, at): SchemaElement => ({ name, repetition_type: 'OPTIONAL', ...TYPES[types[at] ?? 'text'] }),
    ),
  ]
  const writer = new ParquetWriter({ writer: fileWriter(path), schema, createdBy: 'Filewright' })
  const size = Math.max(1, Math.min(GROUP_ROWS, Math.floor(GROUP_CELLS / columns.length)))
  let group: unknown[][] = columns.map(() => [])
  const flush = async () => {
    await writer.write({
      columnData: columns.map((name, at) => ({ name, data: group[at] ?? [] })),
      rowGroupSize: size,
    })
    group = columns.map(() => [])
  }
  for await (const row of table.rows()) {
    for (const [at, cells] of group.entries()) cells.push(cell(row[at] ?? null, types[at] ?? 'text', losses))
    if ((group[0]?.length ?? 0) >= size) await flush()
  }
  if ((group[0]?.length ?? 0) > 0) await flush()
  await writer.finish()
}

function cell(value: Value, type: ColumnType, losses: DataLosses): unknown {
  if (value === null) return undefined
  if (type === 'text') return cellText(value, losses)
  return type === 'integer' ? BigInt(value as number | bigint) : value
}
