import { jsonText } from './json-text.ts'
import type { DataLosses } from './losses.ts'
import { TextFile } from './output.ts'
import { type Data, recordOf, type Table, type Value } from './values.ts'

/**
 * Writes CSV (RFC 4180): null is an empty cell, an empty string a pair of quotation marks. Text is
 * unchanged.
 */
export async function writeCsv(
  table: Table,
  path: string,
  separator: string,
  losses: DataLosses,
): Promise<void> {
  const file = new TextFile(path)
  const special = new RegExp(`["\\r\\n${separator === '|' ? '\\|' : separator}]|^$|^\\s|\\s$`)
  const cell = (value: Value) => {
    if (value === null) return ''
    const text = cellText(value, losses)
    return special.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  }
  const line = (values: readonly Value[]) => {
    const text = values.map(cell).join(separator)
    // Readers would skip an empty line; only a row with a single null gives one.
    file.write(`${text === '' ? '""' : text}\r\n`)
  }
  line(table.columns)
  for await (const row of table.rows()) line(row)
  file.close()
}

/** A value as unquoted text. */
export function cellText(value: Value, losses: DataLosses): string {
  if (value === null) return ''
  if (typeof value === 'string') return value
  if (value instanceof Uint8Array) {
    losses.add('bytes')
    return Buffer.from(value).toString('base64')
  }
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value)
  return jsonText(value, losses)
}

/** One value per line. */
export async function writeJsonLines(data: Data, path: string, losses: DataLosses): Promise<void> {
  const file = new TextFile(path)
  for await (const record of recordsOf(data)) file.write(`${jsonText(record, losses)}\n`)
  file.close()
}

/** The items of a list, the rows of a table, or the value itself. */
async function* recordsOf(data: Data): AsyncGenerator<Value> {
  if (data.kind === 'records') yield* data.records()
  else if (data.kind === 'tables') for (const table of data.tables) yield* objects(table)
  else if (Array.isArray(data.value)) yield* data.value
  else yield data.value
}

async function* objects(table: Table): AsyncGenerator<Value> {
  for await (const row of table.rows()) yield recordOf(table.columns, row)
}

/** A list of objects; several tables become an object of lists. */
export async function writeJson(data: Data, path: string, indent: number, losses: DataLosses): Promise<void> {
  const file = new TextFile(path)
  if (data.kind === 'tree') file.write(jsonText(data.value, losses, indent))
  else if (data.kind === 'records') await list(file, data.records(), indent, 0, losses)
  else if (data.tables.length === 1 && data.tables[0])
    await list(file, objects(data.tables[0]), indent, 0, losses)
  else {
    const line = indent > 0 ? `\n${' '.repeat(indent)}` : ''
    file.write('{')
    for (const [at, table] of data.tables.entries()) {
      file.write(`${at > 0 ? ',' : ''}${line}${JSON.stringify(table.name)}:${indent > 0 ? ' ' : ''}`)
      await list(file, objects(table), indent, 1, losses)
    }
    file.write(indent > 0 ? '\n}' : '}')
  }
  file.write('\n')
  file.close()
}

async function list(
  file: TextFile,
  items: AsyncIterable<Value>,
  indent: number,
  level: number,
  losses: DataLosses,
): Promise<void> {
  const line = (depth: number) => (indent > 0 ? `\n${' '.repeat(indent * depth)}` : '')
  let isEmpty = true
  file.write('[')
  for await (const item of items) {
    file.write(`${isEmpty ? '' : ','}${line(level + 1)}${jsonText(item, losses, indent, level + 1)}`)
    isEmpty = false
  }
  file.write(isEmpty ? ']' : `${line(level)}]`)
}
