import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { sentence } from '../../kernel/sentence.ts'
import { separatorOf } from '../office/csv.ts'
import { malformed, tooComplex } from './failures.ts'
import type { DataLosses } from './losses.ts'
import { textReader } from './read-text.ts'
import { type ColumnType, exactNumber, type Table, type Value } from './values.ts'

/** Maximum characters per row; an unclosed quotation mark would otherwise read the whole file. */
const LONGEST_ROW = 16_000_000
const MOST_COLUMNS = 10_000

export interface CsvOptions {
  /** A single character, or null for detection. */
  separator: string | null
  header: boolean
  /** Whether to convert columns of only numbers or booleans. */
  types: boolean
}

interface Cell {
  text: string
  quoted: boolean
}

/**
 * Reads CSV as a table. An empty cell is null, a pair of quotation marks an empty string. A column
 * is numeric if all cells are numbers and none starts with 0 or + (`007`), so that no digit is
 * lost.
 */
export async function readCsv(path: string, options: CsvOptions, losses: DataLosses): Promise<Table> {
  const text = await textReader(path, losses)
  const separator = options.separator ?? (await findSeparator(text))
  const rows = () => cells(text, separator)
  const { names, types } = await survey(rows, options, losses)
  return {
    name: 'data',
    columns: names,
    types,
    async *rows() {
      let isHeader = options.header
      for await (const row of rows()) {
        if (!isHeader) yield names.map((_, at) => toValue(row[at], types[at] ?? 'text'))
        isHeader = false
      }
    },
  }
}

async function findSeparator(text: () => AsyncIterable<string>): Promise<string> {
  for await (const part of text()) return separatorOf(part)
  return ','
}

async function* cells(text: () => AsyncIterable<string>, separator: string): AsyncGenerator<Cell[]> {
  const parser = parse({
    delimiter: separator,
    bom: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: LONGEST_ROW,
    cast: (value, { quoting }) => ({ text: value, quoted: quoting }) as unknown as string,
  })
  const source = Readable.from(text())
  source.on('error', (error) => parser.destroy(error))
  try {
    for await (const row of source.pipe(parser)) yield row as Cell[]
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const line = typeof error.lines === 'number' ? `in line ${error.lines}, ` : ''
    const what =
      error.code === 'CSV_MAX_RECORD_SIZE' || error.code === 'CSV_QUOTE_NOT_CLOSED'
        ? 'a quotation mark is not closed'
        : 'the quotation marks do not fit'
    throw malformed('CSV', line + what)
  } finally {
    source.destroy()
  }
}

/** Scans all rows once for column names and types. */
async function survey(rows: () => AsyncIterable<Cell[]>, options: CsvOptions, losses: DataLosses) {
  let given: string[] | null = null
  let header: Cell[] | null = null
  let width = 0
  let longRows = 0
  const guesses: (ColumnType | null)[] = []
  for await (const row of rows()) {
    if (options.header && given === null) {
      header = row
      given = row.map(({ text }) => text.trim())
      width = given.length
    } else if (row.length > width && given) longRows++
    width = Math.max(width, row.length)
    if (width > MOST_COLUMNS)
      throw tooComplex(sentence`The file has more than ${MOST_COLUMNS.toLocaleString('en-US')} columns.`)
    if (row === header) continue
    for (const [at, cell] of row.entries()) guesses[at] = narrowed(guesses[at] ?? null, cell)
  }
  losses.add('longRows', longRows)
  const names = columnNames(given ?? [], width, given === null ? null : losses)
  const types = names.map((_, at) => (options.types ? (guesses[at] ?? 'text') : 'text'))
  return { names, types }
}

/** Makes column names unique. */
function columnNames(given: readonly string[], width: number, losses: DataLosses | null): string[] {
  const names: string[] = []
  const taken = new Set<string>()
  for (let at = 0; at < width; at++) {
    const wanted = given[at] || `column_${at + 1}`
    let name = wanted
    for (let number = 2; taken.has(name); number++) name = `${wanted}_${number}`
    if (name !== given[at] && at < given.length) losses?.add('headers')
    taken.add(name)
    names.push(name)
  }
  return names
}

const INTEGER = /^-?(0|[1-9]\d*)$/
const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d{1,3})?$/

function narrowed(before: ColumnType | null, { text, quoted }: Cell): ColumnType | null {
  if (before === 'text' || (text === '' && !quoted)) return before
  const found = typeOf(text)
  if (before === null || before === found) return found
  return [before, found].every((one) => one === 'integer' || one === 'number') ? 'number' : 'text'
}

function typeOf(text: string): ColumnType {
  if (text === 'true' || text === 'false') return 'boolean'
  if (INTEGER.test(text) && text !== '-0') return text.length <= 18 ? 'integer' : 'text'
  return NUMBER.test(text) && typeof exactNumber(text) === 'number' ? 'number' : 'text'
}

function toValue(cell: Cell | undefined, type: ColumnType): Value {
  if (!cell || (cell.text === '' && !cell.quoted)) return null
  if (type === 'text') return cell.text
  return type === 'boolean' ? cell.text === 'true' : exactNumber(cell.text)
}
