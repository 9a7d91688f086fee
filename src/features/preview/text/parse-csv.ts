const SEPARATORS = [',', ';', '\t', '|'] as const

/** The most frequent separator outside quotes in the first lines; a comma if there is none. */
export function separatorOf(text: string): string {
  const head = text
    .split('\n', 5)
    .join('\n')
    .replace(/"(?:[^"]|"")*"/g, '')
  const count = (separator: string) => head.split(separator).length
  return SEPARATORS.reduce((best, next) => (count(next) > count(best) ? next : best))
}

/**
 * The first rows of a CSV (RFC 4180: quoted cells contain separators, line breaks and doubled
 * quotes). Lenient: a quote inside an unquoted cell is literal, and an open quote ends with the
 * text.
 */
export function parseCsv(text: string, limit: number, separator = separatorOf(text)): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let quoted = false
  for (let at = 0; at < text.length && rows.length < limit; at++) {
    const letter = text[at] as string
    if (quoted) {
      if (letter !== '"') cell += letter
      else if (text[at + 1] === '"') {
        cell += '"'
        at++
      } else quoted = false
    } else if (letter === '"' && cell === '') quoted = true
    else if (letter === separator) {
      row.push(cell)
      cell = ''
    } else if (letter === '\n') {
      rows.push([...row, cell])
      row = []
      cell = ''
    } else cell += letter
  }
  if (rows.length < limit && (row.length > 0 || cell !== '')) rows.push([...row, cell])
  return rows
}

/** Whether a column contains numbers, which are aligned at the end. Empty cells are ignored. */
export function isFigures(cells: readonly string[]): boolean {
  const told = cells.map((cell) => cell.trim()).filter(Boolean)
  // Trimmed first: three adjacent optional whitespace patterns would backtrack on long runs.
  return told.length > 0 && told.every((cell) => /^[-+−]?[\d\s.,']+%?$/.test(cell))
}
