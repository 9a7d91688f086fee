import {
  asyncBufferFromFile,
  type FileMetaData,
  parquetMetadataAsync,
  parquetReadObjects,
  parquetSchema,
} from 'hyparquet'
import { compressors } from 'hyparquet-compressors'
import { sentence } from '../../kernel/sentence.ts'
import { damaged, tooComplex } from './failures.ts'
import { exactNumber, NumberText, type Table, type Value } from './values.ts'

const MEGABYTE = 1_000_000
/** Inflated size limits of one row group, which is held in memory, and of all. */
const GROUP_BYTES = 256 * MEGABYTE
const ALL_BYTES = 2000 * MEGABYTE
const MOST_ROWS = 50_000_000
/** Rows per read. */
const STEP = 20_000

/**
 * Reads Parquet as a table, row group by row group. Times become ISO 8601 text, decimals keep all
 * digits.
 */
export async function readParquet(path: string): Promise<Table> {
  const file = await asyncBufferFromFile(path)
  const metadata = await guarded(() => parquetMetadataAsync(file, { parsers: PARSERS, geoparquet: false }))
  checkSize(metadata)
  const { children } = parquetSchema(metadata)
  const columns = children.map(({ element }) => element.name)
  const scales = takeDecimals(metadata)
  return {
    name: 'data',
    columns,
    async *rows() {
      let start = 0
      for (const group of metadata.row_groups) {
        const end = start + Number(group.num_rows)
        for (let at = start; at < end; at += STEP) {
          const range = { rowStart: at, rowEnd: Math.min(at + STEP, end) }
          const records = await guarded(() =>
            parquetReadObjects({
              file,
              metadata,
              compressors,
              parsers: PARSERS,
              utf8: false,
              geoparquet: false,
              ...range,
            }),
          )
          for (const record of records) yield columns.map((name) => cell(record[name], scales.get(name)))
        }
        start = end
      }
    },
  }
}

async function guarded<Result>(read: () => Promise<Result>): Promise<Result> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof RangeError && /allocation failed/i.test(error.message)) throw error
    throw damaged('Parquet', error)
  }
}

function checkSize({ row_groups, num_rows }: FileMetaData): void {
  const sizes = row_groups.map(({ total_byte_size }) => Number(total_byte_size))
  const all = sizes.reduce((sum, size) => sum + size, 0)
  if (Math.max(0, ...sizes) > GROUP_BYTES)
    throw tooComplex(sentence`The file has more than ${GROUP_BYTES / MEGABYTE} MB in one group of rows.`)
  if (all > ALL_BYTES) throw tooComplex(sentence`The file has more than ${ALL_BYTES / MEGABYTE} MB of data.`)
  const rows = row_groups.reduce((sum, group) => sum + Number(group.num_rows), 0)
  if (rows > MOST_ROWS || Number(num_rows) !== rows || row_groups.some((group) => group.num_rows < 0n))
    throw rows > MOST_ROWS
      ? tooComplex(sentence`The file has more than ${MOST_ROWS / 1e6} million rows.`)
      : damaged('Parquet')
}

/**
 * The scales of decimal columns. Removes their annotation, so that the library returns exact
 * integers instead of rounded numbers. Nested decimals are left as they are.
 */
function takeDecimals(metadata: FileMetaData): Map<string, number> {
  const scales = new Map<string, number>()
  const top = new Set(
    parquetSchema(metadata)
      .children.filter(({ children }) => children.length === 0)
      .map(({ element }) => element),
  )
  for (const element of metadata.schema) {
    if (!top.has(element) || element.converted_type !== 'DECIMAL') continue
    scales.set(element.name, element.scale ?? 0)
    delete element.converted_type
    delete element.logical_type
  }
  return scales
}

function cell(value: unknown, scale: number | undefined): Value {
  return scale === undefined || value === null || value === undefined ? toValue(value) : decimal(value, scale)
}

function decimal(value: unknown, scale: number): Value {
  const unscaled = value instanceof Uint8Array ? bigEndian(value) : BigInt(value as number | bigint)
  const digits = (unscaled < 0n ? -unscaled : unscaled).toString().padStart(scale + 1, '0')
  const whole = digits.slice(0, digits.length - scale)
  const fraction = scale > 0 ? digits.slice(-scale) : ''
  const text = `${unscaled < 0n ? '-' : ''}${whole}${fraction && `.${fraction}`}`
  const exact = exactNumber(text)
  return typeof exact === 'bigint' ? exact : exact instanceof NumberText ? exact : Number(text)
}

function bigEndian(bytes: Uint8Array): bigint {
  const hex = Buffer.from(bytes).toString('hex')
  return hex === '' ? 0n : BigInt.asIntN(bytes.length * 8, BigInt(`0x${hex}`))
}

function toValue(value: unknown): Value {
  if (value === null || value === undefined) return null
  if (typeof value === 'bigint') return exactNumber(value.toString())
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'string') return value
  if (value instanceof Uint8Array) return textOrBytes(value)
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return value.map(toValue)
  return new Map(Object.entries(value as object).map(([key, one]) => [key, toValue(one)]))
}

/** Older writers don't annotate strings. */
function textOrBytes(bytes: Uint8Array): Value {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return text.includes('\0') ? bytes : text
  } catch {
    return bytes
  }
}

/** `digits` is the number of fractional digits of a second. */
const time = (value: bigint, digits: number): string => {
  const unit = 10n ** BigInt(digits)
  const seconds = value / unit - (value % unit < 0n ? 1n : 0n)
  const fraction = (value - seconds * unit).toString().padStart(digits, '0').replace(/0+$/, '')
  const date = new Date(Number(seconds) * 1000)
  if (Number.isNaN(date.getTime())) return String(value)
  return date.toISOString().replace('.000Z', fraction === '' ? 'Z' : `.${fraction}Z`)
}

const PARSERS = {
  timestampFromMilliseconds: (value: bigint) => time(value, 3),
  timestampFromMicroseconds: (value: bigint) => time(value, 6),
  timestampFromNanoseconds: (value: bigint) => time(value, 9),
  dateFromDays: (days: number) => {
    const date = new Date(days * 86_400_000)
    return Number.isNaN(date.getTime()) ? String(days) : date.toISOString().slice(0, 10)
  },
}
