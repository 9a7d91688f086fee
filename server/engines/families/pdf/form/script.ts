import type { PDFDict } from '@cantoo/pdf-lib'
import type { PdfField } from '../../../../../contract/pdf.ts'
import { dictAt, nameAt, textAt } from './objects.ts'

export type Format = Pick<PdfField, 'format' | 'format_pattern'>

const NONE: Format = { format: null, format_pattern: null }

/**
 * A call of a standard format function with its arguments. Bounded in length; parsed, never
 * executed.
 */
const CALL = /AF(Date|Time|Number|Percent|Special)_(Format|Keystroke)(Ex)?\s{0,10}\(([^)]{0,200})\)/

const DATES = [
  ...['m/d', 'm/d/yy', 'mm/dd/yy', 'mm/yy', 'd-mmm', 'd-mmm-yy', 'dd-mmm-yy', 'yy-mm-dd', 'mmm-yy'],
  ...['mmmm-yy', 'mmm d, yyyy', 'mmmm d, yyyy', 'm/d/yy h:MM tt', 'm/d/yy HH:MM'],
]
const TIMES = ['HH:MM', 'h:MM tt', 'HH:MM:ss', 'h:MM:ss tt']
const SPECIALS: Format[] = [
  { format: 'postcode', format_pattern: '99999' },
  { format: 'postcode', format_pattern: '99999-9999' },
  { format: 'phone', format_pattern: '(999) 999-9999' },
  { format: 'other', format_pattern: '999-99-9999' },
]

/** The format of a field's scripts: the format action first, then the keystroke action. */
export function formatOf(dicts: readonly PDFDict[]): Format {
  let found = NONE
  for (const dict of dicts) {
    const actions = dictAt(dict, 'AA')
    for (const key of ['F', 'K']) {
      const action = actions && dictAt(actions, key)
      const script = action && nameAt(action, 'S') === 'JavaScript' ? textAt(action, 'JS') : undefined
      if (script === undefined || script.trim() === '') continue
      const format = readScript(script)
      if (format.format !== 'other') return format
      if (found === NONE) found = format
    }
  }
  return found
}

/** The format that a script names. Parses the text only. */
export function readScript(script: string): Format {
  const call = CALL.exec(script.slice(0, 10_000))
  if (!call) return { format: 'other', format_pattern: null }
  const [, kind = '', , extended, given = ''] = call
  const values = given.match(/"[^"]*"|'[^']*'|[^,\s]+/g)?.map(unquoted) ?? []
  const number = (index: number) => Number.parseInt(values[index] ?? '', 10)
  const pattern = (list: readonly string[]) => (extended ? (values[0] ?? null) : (list[number(0)] ?? null))
  switch (kind) {
    case 'Date':
      return { format: 'date', format_pattern: pattern(DATES) }
    case 'Time':
      return { format: 'time', format_pattern: pattern(TIMES) }
    case 'Number': {
      const sum = digits(number(0), number(1))
      const currency = values[4] ?? ''
      return { format: 'number', format_pattern: values[5] === 'true' ? currency + sum : sum + currency }
    }
    case 'Percent':
      return { format: 'percent', format_pattern: `${digits(number(0), number(1))}%` }
    default:
      return extended
        ? { format: 'other', format_pattern: values[0] ?? null }
        : (SPECIALS[number(0)] ?? { format: 'other', format_pattern: null })
  }
}

const unquoted = (value: string): string =>
  value
    .replace(/^["']|["']$/g, '')
    .replace(/\\u([0-9a-fA-F]{4})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

/** `#,##0.00` in one of Acrobat's five separator styles. */
function digits(decimals: number, style: number): string {
  const [thousands, point] = ([',.', ' .', '.,', ' ,', "'."][style] ?? ',.').split('')
  const whole = thousands === ' ' ? '0' : `#${thousands}##0`
  const places = Math.min(10, Math.max(0, decimals || 0))
  return places === 0 ? whole : `${whole}${point}${'0'.repeat(places)}`
}
