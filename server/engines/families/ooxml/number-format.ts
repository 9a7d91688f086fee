import { format, isDateFormat } from 'numfmt'

/** Built-in number formats (ECMA-376 part 1, 18.8.30) in the en-US locale. */
const BUILT_IN: Readonly<Record<number, string>> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  5: '"$"#,##0_);("$"#,##0)',
  6: '"$"#,##0_);("$"#,##0)',
  7: '"$"#,##0.00_);("$"#,##0.00)',
  8: '"$"#,##0.00_);("$"#,##0.00)',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  14: 'm/d/yyyy',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'm/d/yyyy h:mm',
  37: '#,##0_);(#,##0)',
  38: '#,##0_);(#,##0)',
  39: '#,##0.00_);(#,##0.00)',
  40: '#,##0.00_);(#,##0.00)',
  41: '_(* #,##0_);_(* (#,##0);_(* "-"_);_(@_)',
  42: '_("$"* #,##0_);_("$"* (#,##0);_("$"* "-"_);_(@_)',
  43: '_(* #,##0.00_);_(* (#,##0.00);_(* "-"??_);_(@_)',
  44: '_("$"* #,##0.00_);_("$"* (#,##0.00);_("$"* "-"??_);_(@_)',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
  48: '##0.0E+0',
  49: '@',
}
/** East Asian dates, whose format depends on the locale. */
const LOCAL_DATES = [27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58]
const LOCAL_TIMES = [32, 33, 34, 35, 55, 56]

/** The pattern of a built-in number format; `General` for unknown identifiers. */
export function builtInPattern(id: number): string {
  if (LOCAL_DATES.includes(id)) return 'yyyy-mm-dd'
  if (LOCAL_TIMES.includes(id)) return 'h:mm:ss'
  return BUILT_IN[id] ?? 'General'
}

/** Days between the 1900 and 1904 date systems. */
const DAYS_TO_1904 = 1462
/** Excel's maximum pattern length; longer ones only cost time. */
const MAX_PATTERN = 255

/** A formatted number; unformatted if the pattern is invalid or gives an empty text. */
export function formatNumber(value: number, pattern: string, from1904 = false): string {
  const plain = shown(value, 'General') ?? String(value)
  if (pattern.length > MAX_PATTERN) return plain
  const days = from1904 && isDateFormat(pattern) ? value + DAYS_TO_1904 : value
  return shown(days, pattern) ?? plain
}

/** A text formatted by the text section of a number format. */
export function formatText(text: string, pattern: string): string {
  if (!pattern.includes('@') || pattern.length > MAX_PATTERN) return text
  return shown(text, pattern) ?? text
}

function shown(value: number | string, pattern: string): string | null {
  try {
    const text = format(pattern, value, { locale: 'en-US' }).trim()
    return text === '' ? null : text
  } catch {
    return null
  }
}
