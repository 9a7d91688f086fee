import { BOTTOM, type Cue, type Subtitles, tidySpans } from './cue.ts'
import { readTags, writeTags } from './tags.ts'
import { readTime, writeTime } from './times.ts'

/**
 * Reads WebVTT. Source: https://www.w3.org/TR/webvtt1/ (section 6). Skips notes, style sheets and
 * regions.
 */
export function readVtt(text: string): Subtitles {
  const cues: Cue[] = []
  let styled = false
  for (const block of text.split(/(?:\r\n|\n|\r){2,}/)) {
    const lines = block.split(/\r\n|\n|\r/)
    const at = lines.findIndex((line) => line.includes('-->'))
    if (at < 0) {
      styled ||= /^(STYLE|REGION)\s*$/.test(lines[0] ?? '')
      continue
    }
    const [from = '', rest = ''] = (lines[at] ?? '').split('-->')
    const [, to = '', settings = ''] = /^\s*(\S+)(.*)$/.exec(rest) ?? []
    const start = readTime(from)
    const end = readTime(to)
    if (start === null || end === null) continue
    const tagged = readTags(lines.slice(at + 1).join('\n'), { entities: true })
    styled ||= tagged.styled
    const spans = tidySpans(tagged.spans)
    const { speaker } = tagged
    if (spans.length > 0) cues.push({ start, end, spans, place: placeOf(settings), speaker })
  }
  return { cues, drawings: 0, styled }
}

/** The nearest of nine positions: WebVTT allows any. */
function placeOf(settings: string): number {
  const value = (name: string) => new RegExp(`(?:^|\\s)${name}:([^\\s,]+)`).exec(settings)?.[1] ?? ''
  const line = value('line')
  const height = line.endsWith('%')
    ? Number.parseFloat(line)
    : line === ''
      ? 100
      : Number(line) < 0
        ? 100
        : 10 * Number(line)
  const row = height < 34 ? 7 : height < 67 ? 4 : 1
  const align = value('align')
  return row + (/^(start|left)$/.test(align) ? 0 : /^(end|right)$/.test(align) ? 2 : 1)
}

/** Writes cues as WebVTT. */
export function writeVtt(cues: readonly Cue[]): string {
  const written = cues.map(({ start, end, spans, place, speaker }) => {
    const voice = speaker === '' ? '' : `<v ${escapeVtt(speaker.replace(/\s+/g, ' '))}>`
    const timing = `${writeTime(start)} --> ${writeTime(end)}${settingsOf(place)}`
    return `${timing}\n${voice}${writeTags(spans, escapeVtt)}\n`
  })
  return ['WEBVTT\n', ...written].join('\n')
}

function settingsOf(place: number): string {
  if (place === BOTTOM) return ''
  const line = place > 6 ? ' line:0' : place > 3 ? ' line:50%' : ''
  const align = place % 3 === 1 ? ' align:left' : place % 3 === 0 ? ' align:right' : ''
  return `${line}${align}`
}

/** Escapes `>` too, so that no text has an arrow. */
const escapeVtt = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
