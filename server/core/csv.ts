/** Characters that start a formula in a spreadsheet cell (OWASP, CSV injection). */
const FORMULA = /^[=+\-@\t\r\n]/

/**
 * One line of CSV (RFC 4180). An apostrophe precedes text that a spreadsheet could run as a
 * formula.
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
