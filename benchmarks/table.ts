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
  /** Of a bench that looks at files: where they are. */
  dir?: string | undefined
  /** Of a bench that looks at pages: those of other servers, measured beside. */
  urls?: string[] | undefined
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
  const widths = widthsOf([columns, ...rows])
  const line = (cells: string[]) => padded(cells, widths).join('  ').trimEnd()
  return [line(columns), line(widths.map((size) => '─'.repeat(size))), ...rows.map(line)].join('\n')
}

/** Padded, too: the page that it goes into is held to one format. */
export function markdownTable({ columns, rows }: Findings): string {
  const cells = [columns, ...rows].map((row) => row.map((cell) => cell.trim().replaceAll('|', '\\|')))
  const widths = widthsOf(cells).map((size) => Math.max(3, size))
  const [head = '', ...body] = cells.map((row) => `| ${padded(row, widths).join(' | ')} |`)
  return [head, `| ${widths.map((size) => '-'.repeat(size)).join(' | ')} |`, ...body].join('\n')
}

const widthsOf = (lines: string[][]) =>
  (lines[0] ?? []).map((_, at) => Math.max(...lines.map((line) => width(line[at] ?? ''))))
const padded = (cells: string[], widths: number[]) =>
  cells.map((cell, at) => cell + ' '.repeat((widths[at] ?? 0) - width(cell)))
const width = (text: string) => [...text].length
