const SEPARATORS = [',', ';', '\t', '|'] as const

/**
 * The separator that stands most often outside quotes in the first lines; a comma where none does.
 */
export function separatorOf(text: string): string {
  const head = text
    .split('\n', 5)
    .join('\n')
    .replace(/"(?:[^"]|"")*"/g, '')
  const count = (separator: string) => head.split(separator).length
  return SEPARATORS.reduce((best, next) => (count(next) > count(best) ? next : best))
}

/**
 * The first rows of a CSV (RFC 4180: quoted cells hold separators, line ends and doubled quotes).
 * Lenient, as people's files are: a quote inside an unquoted cell is a letter, and an open quote
 * ends with the text.
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

/** Whether a column is of figures, which stand at its end. Empty cells say nothing. */
export function isFigures(cells: readonly string[]): boolean {
  const told = cells.map((cell) => cell.trim()).filter(Boolean)
  // Trimmed first: three parts that may each be white space would try every way to share out a long
  // run of it.
  return told.length > 0 && told.every((cell) => /^[-+−]?[\d\s.,']+%?$/.test(cell))
}
