/**
 * What a spreadsheet would run as a formula, were it at the start of a cell (OWASP, CSV injection).
 */
const FORMULA = /^[=+\-@\t\r\n]/

/**
 * One line of CSV (RFC 4180). Text that a spreadsheet could take for a formula gets an apostrophe
 * before it.
 */
export function csvLine(cells: readonly (string | number | Date | null | undefined)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(value: string | number | Date | null | undefined): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return String(value)
  if (value instanceof Date) return value.toISOString()
  const text = FORMULA.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
