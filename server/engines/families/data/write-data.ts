import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ZipWriter } from '../../kernel/zip-writer.ts'
import { noData } from './failures.ts'
import { tablesOf } from './flatten.ts'
import { type DataFormat, SINGLE_TABLE } from './formats.ts'
import type { DataLosses } from './losses.ts'
import { SEPARATORS } from './options.ts'
import { writeParquet } from './parquet-writer.ts'
import { writeSqlite } from './sqlite.ts'
import type { Data, Table } from './values.ts'
import { writeCsv, writeJson, writeJsonLines } from './write-text.ts'
import { writeXml } from './xml-writer.ts'
import { writeYaml } from './yaml.ts'

interface Target {
  format: DataFormat
  options: Record<string, unknown>
}

/** The result in `out`: a file, or an archive with one file per table. */
export interface Written {
  file: string
  tables: number
}

/** Writes data to `out/NAME`; several tables become a ZIP for single-table formats. */
export async function writeData(
  data: Data,
  target: Target,
  name: string,
  losses: DataLosses,
): Promise<Written> {
  const path = join('out', name)
  const { format, options } = target
  const indent = typeof options.indent === 'number' ? options.indent : 2
  if (format === 'json') await writeJson(data, path, indent, losses)
  else if (format === 'yaml') await writeYaml(data, path, indent, losses)
  else if (format === 'xml') await writeXml(data, path, indent, losses)
  else if (format === 'ndjson' && (data.kind !== 'tables' || data.tables.length === 1))
    await writeJsonLines(data, path, losses)
  else return writeTables(await tablesOf(data, losses), target, name, losses)
  return { file: name, tables: 1 }
}

async function writeTables(
  tables: Table[],
  target: Target,
  name: string,
  losses: DataLosses,
): Promise<Written> {
  const [first] = tables
  if (!first) throw noData()
  const { format } = target
  if (!SINGLE_TABLE.includes(format)) await writeSqlite(tables, join('out', name), losses)
  else if (tables.length === 1) await writeTable(first, target, join('out', name), losses)
  else {
    const file = 'result.zip'
    const zip = new ZipWriter(join('out', file))
    const taken = new Set<string>()
    for (const table of tables) {
      const part = join('tmp', 'table')
      await writeTable(table, target, part, losses)
      zip.add(`${fileName(table.name, taken)}${name.slice(name.lastIndexOf('.'))}`, readFileSync(part))
      rmSync(part)
    }
    zip.close()
    return { file, tables: tables.length }
  }
  return { file: name, tables: 1 }
}

async function writeTable(table: Table, target: Target, path: string, losses: DataLosses): Promise<void> {
  const { format, options } = target
  if (format === 'parquet') return writeParquet(table, path, losses)
  if (format === 'ndjson') return writeJsonLines({ kind: 'tables', tables: [table] }, path, losses)
  const given = SEPARATORS[String(options.separator) as keyof typeof SEPARATORS] ?? ','
  return writeCsv(table, path, format === 'tsv' ? '\t' : given, losses)
}

/** A unique file name for a table: ASCII letters and digits. */
function fileName(table: string, taken: Set<string>): string {
  const plain =
    table
      .normalize('NFKD')
      .replace(/[^\w-]+/g, '_')
      .slice(0, 80) || 'table'
  let name = plain
  for (let number = 2; taken.has(name.toLowerCase()); number++) name = `${plain}_${number}`
  taken.add(name.toLowerCase())
  return name
}
