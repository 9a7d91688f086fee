/** A run of a cue's text in one style. Lines are separated by `\n`. */
export interface Span {
  text: string
  bold: boolean
  italic: boolean
  underline: boolean
}

/** A text with start and end time. */
export interface Cue {
  /** Milliseconds from the start. */
  start: number
  end: number
  spans: Span[]
  /** Position as on a numeric keypad: 2 is bottom center, 7 top left. */
  place: number
  /** The speaker; empty if unknown. */
  speaker: string
}

/** The content of a file: its cues, and what other formats can't represent. */
export interface Subtitles {
  cues: Cue[]
  /** Number of cues that are vector drawings. */
  drawings: number
  /** Whether colors, fonts or effects were dropped. */
  styled: boolean
}

export const BOTTOM = 2
export const PLAIN: Omit<Span, 'text'> = { bold: false, italic: false, underline: false }

/** The unstyled text of a cue. */
export const plainText = ({ spans }: Cue): string => spans.map(({ text }) => text).join('')

/** Trims spans and removes empty lines, which would end a cue. */
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

/** By lines: a regular expression for spaces before a line break would take quadratic time. */
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
