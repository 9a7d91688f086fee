import { CsvError, parse } from 'csv-parse/sync'
import { IMPORT_ROWS } from '../../../contract/business-users.ts'
import { ApiProblem } from '../../core/api-problem.ts'

/** One line of the file, as it stands there. */
export interface CsvLine {
  line: number
  email: string
  /** Empty where the line names none. */
  role: string
}

export interface MemberCsv {
  encoding: string
  lines: CsvLine[]
}

/**
 * Characters of one record: a quotation mark that is never closed would else gather the whole file.
 */
const LONGEST_RECORD = 10_000
const EMAIL_HEADS = new Set(['email', 'e-mail', 'mail', 'email address', 'e-mail address'])

/**
 * Reads addresses and roles from a CSV file: with a header that names `email` and perhaps `role`,
 * or addresses in the first column and perhaps roles in the second. Comma, semicolon or tab; UTF-8,
 * UTF-16 or Windows-1252.
 * @throws ApiProblem unsupported_source for what is not text or not CSV; file_empty; limit_reached
 */
export function readMemberCsv(bytes: Buffer): MemberCsv {
  const { text, encoding } = decode(bytes)
  const [head, ...rest] = records(text)
  if (!head) throw new ApiProblem('file_empty', 'The file has no lines.')
  const columns = columnsOf(head.cells)
  const rows = columns.isHeader ? rest : [head, ...rest]
  if (rows.length > IMPORT_ROWS) {
    throw new ApiProblem(
      'limit_reached',
      `The file has ${rows.length} lines, and at most ${IMPORT_ROWS} can be imported at once. Split it.`,
    )
  }
  const cell = (cells: string[], at: number) => (at < 0 ? '' : (cells[at] ?? '').trim())
  return {
    encoding,
    lines: rows.map(({ line, cells }) => ({
      line,
      email: cell(cells, columns.email),
      role: cell(cells, columns.role),
    })),
  }
}

function columnsOf(cells: string[]) {
  const names = cells.map((name) => name.trim().toLowerCase())
  const email = names.findIndex((name) => EMAIL_HEADS.has(name))
  return email < 0
    ? { isHeader: false, email: 0, role: 1 }
    : { isHeader: true, email, role: names.indexOf('role') }
}

const notText = () =>
  new ApiProblem(
    'unsupported_source',
    'This is not a CSV file. Save the table as CSV in UTF-8, then import it again.',
  )

/**
 * A mark names the encoding; else UTF-16 shows by its zeros, UTF-8 by its rules, and Windows-1252
 * takes what is left.
 */
function decode(bytes: Buffer): { text: string; encoding: string } {
  const encoding = markOf(bytes) ?? sixteenBits(bytes) ?? (isUtf8(bytes) ? 'utf-8' : 'windows-1252')
  const text = new TextDecoder(encoding).decode(bytes)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they show that this is no text.
  if (/[\u0000-\u0008\u000e-\u001f\ufffd]/.test(text)) throw notText()
  return { text, encoding }
}

function markOf(bytes: Buffer): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return null
}

/** Addresses are ASCII: in UTF-16 nearly every second byte of them is zero. */
function sixteenBits(bytes: Buffer): string | null {
  const sample = bytes.subarray(0, 1000)
  const zeros = [0, 0]
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  if (Math.max(even, odd) < sample.length / 4) return null
  return odd > even ? 'utf-16le' : 'utf-16be'
}

function isUtf8(bytes: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

interface Parsed {
  record: string[]
  raw: string
  info: { lines: number }
}

function records(text: string): { line: number; cells: string[] }[] {
  // Spreadsheets that were told the separator write it into a line of its own.
  const named = /^\ufeff?sep=([,;\t])\r?\n/i.exec(text)
  const body = named ? text.slice(named[0].length) : text
  try {
    const parsed = parse(body, {
      delimiter: named?.[1] ?? separatorOf(body),
      bom: true,
      info: true,
      raw: true,
      relax_column_count: true,
      relax_quotes: true,
      trim: true,
      skip_records_with_empty_values: true,
      max_record_size: LONGEST_RECORD,
    }) as unknown as Parsed[]
    return parsed.map(({ record, raw, info }) => ({
      // A record ends on the line that is counted, and may have begun on an earlier one.
      line: info.lines - inner(raw) + (named ? 1 : 0),
      cells: record,
    }))
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new ApiProblem(
      'unsupported_source',
      'The file cannot be read as CSV: a quotation mark is not closed, or a line is too long. Nothing was done.',
    )
  }
}

/** Breaks within a record: those in its quotation marks. */
const inner = (raw: string) => raw.trim().split(/\r\n|\r|\n/).length - 1

/** What stands most often in the first line outside of quotation marks. */
function separatorOf(text: string): string {
  const first = text.trimStart().split(/\r?\n|\r/, 1)[0] ?? ''
  const bare = first.replace(/"[^"]*"/g, '')
  const count = (sign: string) => bare.split(sign).length
  return [';', '\t'].reduce((best, sign) => (count(sign) > count(best) ? sign : best), ',')
}
