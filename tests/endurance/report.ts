import type { Usage } from './instance.ts'
import type { Life } from './life.ts'

interface Row extends Usage {
  day: number
  /** Starts of the server before this day. */
  starts: number
  seconds: number
  counts: Life['counts']
}

/** What was measured after each day. */
export class Report {
  readonly #rows: Row[] = []
  #starts = 0

  add(day: number, usage: Usage, counts: Life['counts'], ms: number) {
    this.#rows.push({ day, ...usage, starts: this.#starts, seconds: ms / 1000, counts: { ...counts } })
  }

  restarted() {
    this.#starts++
  }

  mostHandles(): number {
    return Math.max(0, ...this.#rows.map(({ handles }) => handles))
  }

  /**
   * What a process gains in a day: least squares over the longest stretch without a restart, its
   * first two days left out.
   */
  slope(of: 'memory' | 'handles'): number {
    const longest = this.#stretches().sort((a, b) => b.length - a.length)[0] ?? []
    const rows = longest.slice(2)
    if (rows.length < 3) return 0
    const mean = (value: (row: Row) => number) => rows.reduce((sum, row) => sum + value(row), 0) / rows.length
    const [x, y] = [mean(({ day }) => day), mean((row) => row[of])]
    const over = rows.reduce((sum, row) => sum + (row.day - x) * (row[of] - y), 0)
    return over / rows.reduce((sum, row) => sum + (row.day - x) ** 2, 0)
  }

  table(): string {
    const every = Math.max(1, Math.ceil(this.#rows.length / 15))
    const shown = this.#rows.filter((_, at) => at % every === 0 || at === this.#rows.length - 1)
    const lines = shown.map(
      ({ day, memory, handles, seconds, counts: { people, conversions, runs, files, shares, sessions } }) =>
        `| ${day} | ${memory.toFixed(0)} | ${handles} | ${people} | ${conversions} | ${runs} | ${files} | ${shares} | ${sessions} | ${seconds.toFixed(1)} |`,
    )
    return [
      '| day | memory, MB | handles | people | conversions | runs | files | links | sessions to sign | seconds for the day |',
      '| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |',
      ...lines,
      '',
      `Starts: ${this.#starts + 1}. A day of the longest stretch adds ${this.slope('memory').toFixed(2)} MB and ${this.slope('handles').toFixed(2)} handles.`,
    ].join('\n')
  }

  print() {
    process.stdout.write(`\n${this.table()}\n`)
  }

  #stretches(): Row[][] {
    return [...Map.groupBy(this.#rows, ({ starts }) => starts).values()]
  }
}
