import { readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { EngineFailure } from '../../kernel/engine.ts'
import { sentence } from '../../kernel/sentence.ts'
import { decodeText } from '../../kernel/source/text.ts'
import { CSV_FILTER, type Filter } from './filters.ts'

/** LibreOffice's column format for text. */
const AS_TEXT = 2

/**
 * Rewrites a CSV file as UTF-8 and returns the import filter with all its options, since
 * LibreOffice would guess the encoding and ask for the rest. A column with a number such as 007
 * becomes text, which keeps leading zeros; formulas stay text and aren't evaluated.
 */
export function prepareCsv(from: string, to: string): Filter {
  const text = decodeText(readFileSync(from), true)
  if (text === null)
    throw new EngineFailure(
      'source_damaged',
      sentence`The CSV file holds bytes that are no text. Save it again as UTF-8, then try once more.`,
    )
  const tidy = text.replace(/^\ufeff/, '')
  writeFileSync(to, tidy)
  const separator = separatorOf(tidy)
  const columns = textColumns(tidy, separator).map((column) => `${column + 1}/${AS_TEXT}`)
  return {
    name: CSV_FILTER,
    options: `${separator.charCodeAt(0)},34,76,1,${columns.join('/')},0,false,false,false,false,false,0,false`,
  }
}

/** The most frequent separator in the first lines, outside of quotation marks. */
export function separatorOf(text: string): string {
  const start = text
    .slice(0, 20_000)
    .replace(/"[^"]*"/g, '')
    .split('\n', 20)
    .join('\n')
  const count = (sign: string) => start.split(sign).length
  return [',', ';', '\t', '|'].reduce((best, sign) => (count(sign) > count(best) ? sign : best))
}

const LOOKED_AT = 2_000_000

/**
 * Indexes from 0 of columns with a number that would lose digits: leading zeros or more than 15
 * digits.
 */
export function textColumns(text: string, separator: string): number[] {
  const found = new Set<number>()
  let column = 0
  const cell = new RegExp(
    `("(?:[^"]|"")*"|[^"${separator}\\n\\r][^${separator}\\n\\r]*)?(${separator === '|' ? '\\|' : separator}|\\r?\\n|$)`,
    'gy',
  )
  for (const [whole, content = '', end = ''] of text.slice(0, LOOKED_AT).matchAll(cell)) {
    if (whole === '') break
    if (/^"?[+-]?(0\d+|\d{16,})"?$/.test(content.trim())) found.add(column)
    column = end === separator ? column + 1 : 0
  }
  return [...found].sort((a, b) => a - b)
}

/**
 * The sheet name of an output file (`source-Prices.csv`), as a file name: mostly letters and
 * digits.
 */
export function sheetName(file: string, source: string): string {
  const own = basename(file, '.csv').slice(source.length + 1)
  return own.replace(/[^\p{L}\p{N} _.-]/gu, '_').slice(0, 80) || 'Sheet'
}
