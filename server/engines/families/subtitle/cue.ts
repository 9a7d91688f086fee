/** A piece of text of a cue in one style. Lines are separated by `\n`. */
export interface Span {
  text: string
  bold: boolean
  italic: boolean
  underline: boolean
}

/** What is shown from one time to another. */
export interface Cue {
  /** Milliseconds from the beginning. */
  start: number
  end: number
  spans: Span[]
  /**
   * Where it is shown, by the keys of a number pad: 2 is the bottom in the middle, 7 the top left.
   */
  place: number
  /** Who speaks, where the file says so; empty else. */
  speaker: string
}

/** What a file holds: its cues, and how much of it has no place in any other format. */
export interface Subtitles {
  cues: Cue[]
  /** Cues that were drawn shapes. */
  drawings: number
  /** Whether colors, fonts or effects were left out. */
  styled: boolean
}

export const BOTTOM = 2
export const PLAIN: Omit<Span, 'text'> = { bold: false, italic: false, underline: false }

/** The text of a cue without its styles. */
export const plainText = ({ spans }: Cue): string => spans.map(({ text }) => text).join('')

/**
 * Spans without spaces and empty lines at both ends, and without empty lines in between: they would
 * end a cue.
 */
export function tidySpans(spans: readonly Span[]): Span[] {
  const kept: Span[] = []
  let line = true
  for (const span of spans) {
    let text = withoutEmptyLines(span.text)
    if (line) text = text.trimStart()
    if (text === '') continue
    line = text.endsWith('\n')
    kept.push({ ...span, text })
  }
  for (let last = kept.at(-1); last; last = kept.at(-1)) {
    last.text = last.text.trimEnd()
    if (last.text !== '') break
    kept.pop()
  }
  return kept
}

/**
 * By lines: a pattern for the spaces before a line break would take a time that grows with the
 * square of their number.
 */
function withoutEmptyLines(text: string): string {
  const lines = text.split(/\r\n|\n|\r/)
  const last = lines.length - 1
  return lines
    .map((line, index) => {
      const start = index > 0 ? line.trimStart() : line
      return index < last ? start.trimEnd() : start
    })
    .filter((line, index) => line !== '' || index === 0 || index === last)
    .join('\n')
}
