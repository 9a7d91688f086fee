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

/** What each fault did to the load, and how long it took until everything worked again. */
export class Report {
  readonly #rows: Row[] = []
  readonly #skipped: string[] = []
  readonly #notes: string[]

  constructor(notes: readonly string[]) {
    this.#notes = [...notes]
  }

  /** `begun`, `passed` and `recovered` are moments of one clock, in milliseconds. */
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
    this.#skipped.push(`Not tried: ${name}, since ${reason}.`)
  }

  findings(): Findings {
    return {
      columns: [
        ...['fault', 'until it is over', 'requests', 'of them failed', 'last failure after'],
        ...['all done again after', 'begun again', 'lost', 'double', 'wrong charges'],
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

  /** Puts it into docs/scaling.md. */
  write(circumstances: string): void {
    writeFindings('faults', this.findings(), circumstances)
  }
}
