import type { DataLosses } from './losses.ts'
import { type ColumnType, NumberText, type Table, type Value } from './values.ts'

const SMALLEST = -(2n ** 63n)
const LARGEST = 2n ** 63n - 1n

/** The types of a table's columns for typed formats. Examines all rows. */
export async function typesOf(table: Table, losses: DataLosses): Promise<ColumnType[]> {
  if (table.types) return table.types
  const found: (ColumnType | null)[] = table.columns.map(() => null)
  const unsafe = new Set<number>()
  const mixed = new Set<number>()
  for await (const row of table.rows()) {
    for (const [at, value] of row.entries()) {
      if (value === null) continue
      const type = typeOf(value)
      const before = found[at] ?? null
      const both = [before, type]
      if (typeof value === 'bigint') unsafe.add(at)
      if (before === null || before === type) found[at] = type
      else if (both.includes('integer') && both.includes('number')) found[at] = 'number'
      else {
        mixed.add(at)
        found[at] = 'text'
      }
    }
  }
  losses.add('mixed', mixed.size)
  // A 64-bit integer in a column with fractions would be rounded.
  return found.map((type, at) => (type === null || (type === 'number' && unsafe.has(at)) ? 'text' : type))
}

function typeOf(value: Value): ColumnType {
  if (typeof value === 'boolean') return 'boolean'
  if (typeof value === 'bigint') return value >= SMALLEST && value <= LARGEST ? 'integer' : 'text'
  if (typeof value === 'number')
    return Number.isSafeInteger(value) && !Object.is(value, -0) ? 'integer' : 'number'
  if (value instanceof NumberText) return 'text'
  return value instanceof Uint8Array ? 'bytes' : 'text'
}
