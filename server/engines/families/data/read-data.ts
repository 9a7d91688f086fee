import { statSync } from 'node:fs'
import { sentence } from '../../kernel/sentence.ts'
import { readCsv } from './csv-reader.ts'
import { tooComplex } from './failures.ts'
import { type DataFormat, MOST_BYTES } from './formats.ts'
import { readJson } from './json-reader.ts'
import type { DataLosses } from './losses.ts'
import { SEPARATORS } from './options.ts'
import { readParquet } from './parquet-reader.ts'
import { linesOf, readText, textReader } from './read-text.ts'
import { readSqlite } from './sqlite.ts'
import type { Data, Value } from './values.ts'
import { readXml } from './xml.ts'
import { readYaml } from './yaml.ts'

/** Maximum characters per line of JSON. */
const LONGEST_LINE = 50_000_000

/** Reads a file of any data format. `options` are the operation's. */
export async function readData(
  path: string,
  format: DataFormat,
  options: Record<string, unknown>,
  losses: DataLosses,
): Promise<Data> {
  const most = MOST_BYTES[format]
  if (statSync(path).size > most) throw tooComplex(sentence`The file has more than ${most / 1e6} MB.`)
  if (format === 'csv' || format === 'tsv') {
    const given = SEPARATORS[String(options.separator) as keyof typeof SEPARATORS] ?? null
    const separator = format === 'tsv' ? '\t' : given
    const { header = true, types = true } = options
    const table = await readCsv(path, { separator, header: header === true, types: types === true }, losses)
    return { kind: 'tables', tables: [table] }
  }
  if (format === 'parquet') return { kind: 'tables', tables: [await readParquet(path)] }
  if (format === 'sqlite')
    return { kind: 'tables', tables: readSqlite(path, String(options.table ?? ''), losses) }
  if (format === 'ndjson') return { kind: 'records', records: await lineReader(path, losses) }
  const text = await readText(path, losses)
  if (format === 'json') return { kind: 'tree', value: readJson(text) }
  return { kind: 'tree', value: format === 'xml' ? readXml(text, losses) : readYaml(text, losses) }
}

async function lineReader(path: string, losses: DataLosses): Promise<() => AsyncIterable<Value>> {
  const text = await textReader(path, losses)
  return async function* () {
    let number = 0
    for await (const line of linesOf(text(), LONGEST_LINE)) {
      number++
      if (line.trim() !== '' && line !== '\ufeff') yield readJson(line, number)
    }
  }
}
