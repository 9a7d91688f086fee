/**
 * A value of any data format. Objects are maps, since those keep the order of all keys and no key
 * (`__proto__`) means anything to them.
 */
export type Value = null | boolean | number | bigint | string | NumberText | Uint8Array | Value[] | ValueMap
export type ValueMap = Map<string, Value>

/** A number that no JavaScript number holds exactly, as it is written. */
export class NumberText {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** The number that JSON, YAML or CSV writes as `text`, exactly. */
export function exactNumber(text: string): number | bigint | NumberText {
  const number = Number(text)
  if (/^-?\d+$/.test(text)) {
    // A negative zero is a number of its own.
    if (Number.isSafeInteger(number)) return number
    return text.length <= 40 ? BigInt(text) : new NumberText(text)
  }
  const digits = text.replace(/e.*$/i, '').replace(/[-+.]/g, '').replace(/^0+/, '')
  const isExact = Number.isFinite(number) && (digits.length <= 15 || String(number) === text)
  return isExact ? number : new NumberText(text)
}

/**
 * A column that every row of a table has; `types` are known where the reader has looked at all
 * rows.
 */
export type ColumnType = 'integer' | 'number' | 'boolean' | 'bytes' | 'text'

/** Rows of the same columns. `rows` may be called several times. */
export interface Table {
  name: string
  columns: string[]
  types?: ColumnType[]
  rows(): AsyncIterable<Value[]>
}

/** What a file holds: tables, records that may be nested, or one value. */
export type Data =
  | { kind: 'tables'; tables: Table[] }
  | { kind: 'records'; records(): AsyncIterable<Value> }
  | { kind: 'tree'; value: Value }

/** A row as an object. */
export const recordOf = (columns: readonly string[], row: readonly Value[]): ValueMap =>
  new Map(columns.map((column, at) => [column, row[at] ?? null]))
