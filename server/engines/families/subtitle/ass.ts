import { BOTTOM, type Cue, PLAIN, type Span, type Subtitles, tidySpans } from './cue.ts'
import { readTime, writeHundredths } from './times.ts'

type Style = Omit<Span, 'text'> & { place: number }

const PLAIN_STYLE: Style = { ...PLAIN, place: BOTTOM }
/** Override codes with a supported style; others are colors, fonts and effects. */
const CODE = /\\(?:(an[1-9]|a(?:1[01]|[1-79])|[biup]\d{0,4}|r)(?=[\\})]|$)|([^\\]*))/g

/** Reads Advanced SubStation Alpha and SSA. Events may be in any order and are sorted by time. */
export function readAss(text: string): Subtitles {
  const styles = new Map<string, Style>()
  const result: Subtitles = { cues: [], drawings: 0, styled: false }
  let section = ''
  let format: string[] = []
  for (const line of text.split(/\r\n|\n|\r/)) {
    const header = /^\s*\[([^\]]+)\]\s*$/.exec(line)?.[1]
    if (header !== undefined) {
      section = header.toLowerCase()
      format = []
      continue
    }
    const [, kind = '', value = ''] = /^\s*(Format|Style|Dialogue)\s*:\s*(.*)$/i.exec(line) ?? []
    if (/^format$/i.test(kind)) format = value.split(',').map((name) => name.trim().toLowerCase())
    else if (/^style$/i.test(kind)) addStyle(fieldsOf(value, format), section === 'v4 styles', styles)
    else if (/^dialogue$/i.test(kind)) addEvent(fieldsOf(value, format), styles, result)
  }
  result.cues.sort((a, b) => a.start - b.start || a.end - b.end)
  return result
}

/** The fields of a line by name; the last one contains the rest, including commas. */
function fieldsOf(value: string, format: readonly string[]): Map<string, string> {
  const parts = value.split(',')
  return new Map(
    format.map((name, index) => [
      name,
      (index === format.length - 1 ? parts.slice(index).join(',') : (parts[index] ?? '')).trim(),
    ]),
  )
}

function addStyle(fields: Map<string, string>, old: boolean, styles: Map<string, Style>): void {
  const on = (name: string) => Number(fields.get(name) ?? 0) !== 0
  const alignment = Number(fields.get('alignment') ?? BOTTOM)
  styles.set(fields.get('name') ?? '', {
    bold: on('bold'),
    italic: on('italic'),
    underline: on('underline'),
    place: old ? oldPlace(alignment) : alignment >= 1 && alignment <= 9 ? alignment : BOTTOM,
  })
}

/** SSA alignment is 1 to 3 from the left, plus 4 for top and 8 for middle. */
function oldPlace(alignment: number): number {
  const column = alignment & 3
  if (column === 0) return BOTTOM
  return column + (alignment & 4 ? 6 : alignment & 8 ? 3 : 0)
}

function addEvent(fields: Map<string, string>, styles: Map<string, Style>, result: Subtitles): void {
  const start = readTime(fields.get('start') ?? '')
  const end = readTime(fields.get('end') ?? '')
  if (start === null || end === null) return
  const base = styles.get((fields.get('style') ?? '').replace(/^\*/, '')) ?? PLAIN_STYLE
  const { spans, place, drawn, styled } = readText(fields.get('text') ?? '', base)
  const tidied = tidySpans(spans)
  result.styled ||= styled
  if (tidied.length > 0) {
    result.cues.push({
      start,
      end,
      spans: tidied,
      place,
      speaker: fields.get('name') ?? fields.get('actor') ?? '',
    })
  } else if (drawn) result.drawings += 1
}

function readText(text: string, base: Style) {
  const now = { ...base }
  const spans: Span[] = []
  let { place } = base
  let drawing = false
  let drawn = false
  let styled = false
  const add = (piece: string) => {
    if (piece === '') return
    if (drawing) drawn = true
    else spans.push({ text: unescaped(piece), bold: now.bold, italic: now.italic, underline: now.underline })
  }
  let at = 0
  for (const block of text.matchAll(/(?<!\\)\{([^{}]*)\}/g)) {
    add(text.slice(at, block.index))
    at = block.index + block[0].length
    for (const [, code, other] of (block[1] ?? '').matchAll(CODE)) {
      if (other !== undefined) styled ||= other !== ''
      if (code === undefined) continue
      const value = Number(/\d+$/.exec(code)?.[0] ?? Number.NaN)
      if (code.startsWith('an')) place = value
      else if (code.startsWith('a')) place = oldPlace(value)
      else if (code.startsWith('p')) drawing = value > 0
      else if (code === 'r') Object.assign(now, base)
      else {
        const name = ({ b: 'bold', i: 'italic', u: 'underline' } as const)[code.charAt(0) as 'b' | 'i' | 'u']
        // A weight such as `\b700` is bold; a code without a number resets to the style.
        now[name] = Number.isNaN(value) ? base[name] : name === 'bold' && value > 1 ? value >= 600 : value > 0
      }
    }
  }
  add(text.slice(at))
  return { spans, place, drawn, styled }
}

const unescaped = (text: string): string =>
  text
    .replace(/\\[Nn]/g, '\n')
    .replace(/\\h/g, '\u00a0')
    .replace(/\\([{}])/g, '$1')

const HEAD = `[Script Info]
ScriptType: v4.00+
WrapStyle: 0
ScaledBorderAndShadow: yes
PlayResX: 1280
PlayResY: 720

[V4+ Styles]
Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding
Style: Default,Arial,48,&H00FFFFFF,&H000000FF,&H00000000,&H80000000,0,0,0,0,100,100,0,0,1,2,1,2,40,40,36,1

[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
`

/** Writes cues as Advanced SubStation Alpha in one style. */
export function writeAss(cues: readonly Cue[]): string {
  const events = cues.map(({ start, end, spans, place, speaker }) => {
    const where = place === BOTTOM ? '' : `{\\an${place}}`
    const name = speaker.replace(/[\s,]+/g, ' ').trim()
    const text = spans.map(writeSpan).join('')
    return `Dialogue: 0,${writeHundredths(start)},${writeHundredths(end)},Default,${name},0,0,0,,${where}${text}\n`
  })
  return HEAD + events.join('')
}

function writeSpan({ text, bold, italic, underline }: Span): string {
  const codes = [...(bold ? ['b'] : []), ...(italic ? ['i'] : []), ...(underline ? ['u'] : [])]
  const set = (value: number) =>
    codes.length > 0 ? `{${codes.map((code) => `\\${code}${value}`).join('')}}` : ''
  return `${set(1)}${escaped(text)}${set(0)}`
}

/**
 * Adds an invisible character after a backslash, so that it starts no code; escapes braces and line
 * breaks.
 */
const escaped = (text: string): string =>
  text.replaceAll('\\', '\\\u2060').replace(/[{}]/g, '\\$&').replaceAll('\n', '\\N')
