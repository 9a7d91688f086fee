/** Results of a bench, ready to be printed. */
export interface Findings {
  columns: string[]
  rows: string[][]
  /** Sentences below the table: how it was measured and how to read it. */
  notes: string[]
}

export interface Options {
  /** Small sizes, to check that a bench works. The figures mean nothing. */
  quick: boolean
  /** Folder of the files, for benches that read files. */
  dir?: string | undefined
  /** URLs of other servers to measure in the same run, for benches of pages. */
  urls?: string[] | undefined
}

export interface Bench {
  name: string
  title: string
  run(options: Options): Promise<Findings>
}

/** The verdict cell of a row. It is empty in rows without a target. */
export const verdict = (met: boolean) => (met ? 'met' : 'MISSED')

/** Plain text columns. All cells are left-aligned, because a cell can hold numbers and words. */
export function plainTable({ columns, rows }: Findings): string {
  const widths = widthsOf([columns, ...rows])
  const line = (cells: string[]) => padded(cells, widths).join('  ').trimEnd()
  return [line(columns), line(widths.map((size) => '─'.repeat(size))), ...rows.map(line)].join('\n')
}

/** Padded, because the formatter checks the pages. */
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
