import { writeFindings } from '../../benchmarks/document.ts'
import { type Findings, plainTable } from '../../benchmarks/table.ts'
import type { Counts } from './books.ts'
import type { Attempt } from './load.ts'

interface Row extends Counts {
  name: string
  seconds: number
  requests: number
  failed: number
  failedForSeconds: number
  recoveredAfterSeconds: number
}

/** The effect of each fault on the load, and the time to recovery. */
export class Report {
  readonly #rows: Row[] = []
  readonly #skipped: string[] = []
  readonly #notes: string[]

  constructor(notes: readonly string[]) {
    this.#notes = [...notes]
  }

  /** `begun`, `passed` and `recovered` are times of one clock, in milliseconds. */
  add(
    name: string,
    times: { begun: number; passed: number; recovered: number },
    attempts: readonly Attempt[],
    counts: Counts,
  ): void {
    const { begun, passed, recovered } = times
    const before = this.#rows.reduce((sum, { begunAgain }) => sum + begunAgain, 0)
    const meanwhile = attempts.filter(({ at, ended }) => ended >= begun && at <= Math.max(passed, recovered))
    const failed = meanwhile.filter(({ error }) => error !== null)
    const span = failed.length === 0 ? 0 : Math.max(...failed.map(({ ended }) => ended)) - begun
    this.#rows.push({
      ...{ name, requests: meanwhile.length, failed: failed.length, ...counts },
      begunAgain: counts.begunAgain - before,
      seconds: (passed - begun) / 1000,
      failedForSeconds: span / 1000,
      recoveredAfterSeconds: Math.max(0, recovered - passed) / 1000,
    })
  }

  skip(name: string, reason: string): void {
    this.#skipped.push(`Not tested: ${name}, because ${reason}.`)
  }

  findings(): Findings {
    return {
      columns: [
        ...['fault', 'duration', 'requests', 'failed requests', 'last failure after'],
        ...['recovered after', 'restarted jobs', 'lost', 'duplicated', 'wrong charges'],
      ],
      rows: this.#rows.map((row) => [
        ...[row.name, `${row.seconds.toFixed(1)} s`, `${row.requests}`, `${row.failed}`],
        row.failed === 0 ? '–' : `${row.failedForSeconds.toFixed(1)} s`,
        `${row.recoveredAfterSeconds.toFixed(1)} s`,
        ...[`${row.begunAgain}`, `${row.lost}`, `${row.double}`, `${row.wrongCharges}`],
      ]),
      notes: [...this.#notes, ...this.#skipped],
    }
  }

  print(): void {
    const { notes } = this.findings()
    process.stdout.write(`\n${plainTable(this.findings())}\n${notes.map((note) => `  ${note}\n`).join('')}`)
  }

  /** Writes the table into docs/scaling.md. */
  write(circumstances: string): void {
    writeFindings('faults', this.findings(), circumstances)
  }
}
