import { BOTTOM, type Cue, type Subtitles, tidySpans } from './cue.ts'
import { readTags, writeTags } from './tags.ts'
import { readTime, writeTime } from './times.ts'

const TIMING = /^\s*(\d[\d:.,]*)\s*-+>\s*(\d[\d:.,]*)/

/**
 * Reads SubRip as it is found: without numbers, with empty lines inside of a cue, with no line
 * between cues.
 */
export function readSrt(text: string): Subtitles {
  const lines = text.split(/\r\n|\n|\r/)
  const cues: Cue[] = []
  let styled = false
  let current: { start: number; end: number; lines: string[] } | null = null
  const finish = (followed: boolean) => {
    if (!current) return
    const { start, end, lines: own } = current
    // Before the next timing stands the number of that cue.
    while (own.at(-1)?.trim() === '') own.pop()
    if (followed && /^\s*\d+\s*$/.test(own.at(-1) ?? '')) own.pop()
    const { place, text: content, coded } = withoutCodes(own.join('\n'))
    const tagged = readTags(content, { entities: false })
    styled ||= tagged.styled || coded
    const spans = tidySpans(tagged.spans)
    if (spans.length > 0) cues.push({ start, end, spans, place, speaker: '' })
  }
  for (const line of lines) {
    const [, from, to] = TIMING.exec(line) ?? []
    const start = from === undefined ? null : readTime(from)
    const end = to === undefined ? null : readTime(to)
    if (start === null || end === null) {
      current?.lines.push(line)
      continue
    }
    finish(true)
    current = { start, end, lines: [] }
  }
  finish(false)
  return { cues, drawings: 0, styled }
}

/** Codes of ASS are usual in SubRip: `{\an8}` for the top. Others are left out. */
function withoutCodes(text: string): { place: number; text: string; coded: boolean } {
  let place = BOTTOM
  let coded = false
  const rest = text.replace(/\{\\([^{}]*)\}/g, (_, code: string) => {
    const number = /^an([1-9])$/.exec(code)?.[1]
    if (number) place = Number(number)
    else coded = true
    return ''
  })
  return { place, text: rest, coded }
}

/** Cues as SubRip with lines that end in CR and LF, as its players expect. */
export function writeSrt(cues: readonly Cue[]): string {
  return cues
    .map(({ start, end, spans, place }, index) => {
      const where = place === BOTTOM ? '' : `{\\an${place}}`
      const text = writeTags(spans, escapeSrt)
      return `${index + 1}\n${writeTime(start, ',')} --> ${writeTime(end, ',')}\n${where}${text}\n`
    })
    .join('\n')
    .replaceAll('\n', '\r\n')
}

/**
 * SubRip has no escapes: an arrow could be taken for a timing, and what looks like a tag gets an
 * invisible mark.
 */
const escapeSrt = (text: string): string => text.replaceAll('-->', '→').replace(/<(?=[a-z/])/gi, '<\u2060')
