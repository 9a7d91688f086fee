/**
 * A value of any data format. Objects are Maps, which keep key order and have no special keys
 * (`__proto__`).
 */
export type Value = null | boolean | number | bigint | string | NumberText | Uint8Array | Value[] | ValueMap
export type ValueMap = Map<string, Value>

/** A number without an exact JavaScript representation, as text. */
export class NumberText {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** Converts a number in JSON, YAML or CSV syntax exactly. */
export function exactNumber(text: string): number | bigint | NumberText {
  const number = Number(text)
  if (/^-?\d+$/.test(text)) {
    // Negative zero is a distinct number.
    if (Number.isSafeInteger(number)) return number
    return text.length <= 40 ? BigInt(text) : new NumberText(text)
  }
  const digits = text.replace(/e.*$/i, '').replace(/[-+.]/g, '').replace(/^0+/, '')
  const isExact = Number.isFinite(number) && (digits.length <= 15 || String(number) === text)
  return isExact ? number : new NumberText(text)
}

/** A column of a table; `types` are known if the reader has examined all rows. */
export type ColumnType = 'integer' | 'number' | 'boolean' | 'bytes' | 'text'

/** Rows with the same columns. `rows` can be called repeatedly. */
export interface Table {
  name: string
  columns: string[]
  types?: ColumnType[]
  rows(): AsyncIterable<Value[]>
}

/** The content of a file: tables, possibly nested records, or one value. */
export type Data =
  | { kind: 'tables'; tables: Table[] }
  | { kind: 'records'; records(): AsyncIterable<Value> }
  | { kind: 'tree'; value: Value }

/** A row as an object. */
export const recordOf = (columns: readonly string[], row: readonly Value[]): ValueMap =>
  new Map(columns.map((column, at) => [column, row[at] ?? null]))
