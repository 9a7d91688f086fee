/** Between two lines where no terminal shows them in place. */
const LINE_EVERY_MS = 10_000
const REDRAW_EVERY_MS = 500

/** A size for an operator. */
export const megabytes = (bytes: number) =>
  bytes >= 1e12
    ? `${(bytes / 1e12).toFixed(2)} TB`
    : bytes >= 1e9
      ? `${(bytes / 1e9).toFixed(2)} GB`
      : `${(bytes / 1e6).toFixed(1)} MB`

export const duration = (seconds: number) =>
  seconds < 90
    ? `${Math.ceil(seconds)} s`
    : seconds < 5400
      ? `${Math.ceil(seconds / 60)} min`
      : `${(seconds / 3600).toFixed(1)} h`

export interface Done {
  /** Such as `12 of 40 files`. */
  what: string
  bytes: number
  ofBytes: number
}

/** Shows on stderr how far a move is: in place in a terminal, and else a line now and then. */
export class Progress {
  readonly #begun = performance.now()
  #first: number | undefined
  #shown = performance.now()
  #inPlace = false

  show({ what, bytes, ofBytes }: Done): void {
    this.#first ??= bytes
    const now = performance.now()
    const terminal = process.stderr.isTTY === true
    if (now - this.#shown < (terminal ? REDRAW_EVERY_MS : LINE_EVERY_MS)) return
    this.#shown = now
    // What an earlier run has done says nothing of this one's rate.
    const rate = ((bytes - this.#first) / (now - this.#begun)) * 1000
    const left = rate > 0 ? `, ${duration((ofBytes - bytes) / rate)} left` : ''
    const line = `${what}, ${megabytes(bytes)} of ${megabytes(ofBytes)}, ${megabytes(rate)}/s${left}`
    process.stderr.write(terminal ? `\r\x1b[K${line}` : `${line}\n`)
    this.#inPlace = terminal
  }

  /** Ends the line, so that the next one begins below it. */
  end(): void {
    if (this.#inPlace) process.stderr.write('\n')
    this.#inPlace = false
  }
}
