/** What a bench found, ready to be printed. */
export interface Findings {
  columns: string[]
  rows: string[][]
  /** Sentences below the table: how it was measured, and what the reader must know to trust it. */
  notes: string[]
}

export interface Options {
  /** Small sizes, to see that a bench works. Its figures are worth nothing. */
  quick: boolean
}

export interface Bench {
  name: string
  title: string
  run(options: Options): Promise<Findings>
}

/** A row's last cell. What cannot be judged is said to be so. */
export const verdict = (met: boolean) => (met ? 'met' : 'MISSED')

/** Columns side by side; numbers and words alike begin at the left, so that a cell may hold both. */
export function plainTable({ columns, rows }: Findings): string {
  const widths = columns.map((column, at) =>
    Math.max(...[column, ...rows.map((row) => row[at] ?? '')].map(width)),
  )
  const line = (cells: string[]) =>
    cells
      .map((cell, at) => cell + ' '.repeat((widths[at] ?? 0) - width(cell)))
      .join('  ')
      .trimEnd()
  return [line(columns), line(widths.map((size) => '─'.repeat(size))), ...rows.map(line)].join('\n')
}

export function markdownTable({ columns, rows }: Findings): string {
  const line = (cells: string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(columns), line(columns.map(() => '---')), ...rows.map(line)].join('\n')
}

const width = (text: string) => [...text].length
