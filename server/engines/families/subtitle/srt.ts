import { BOTTOM, type Cue, type Subtitles, tidySpans } from './cue.ts'
import { readTags, writeTags } from './tags.ts'
import { readTime, writeTime } from './times.ts'

const TIMING = /^\s*(\d[\d:.,]*)\s*-+>\s*(\d[\d:.,]*)/

/**
 * Reads SubRip leniently: without numbers, with empty lines in a cue, without lines between cues.
 */
export function readSrt(text: string): Subtitles {
  const lines = text.split(/\r\n|\n|\r/)
  const cues: Cue[] = []
  let styled = false
  let current: { start: number; end: number; lines: string[] } | null = null
  const finish = (followed: boolean) => {
    if (!current) return
    const { start, end, lines: own } = current
    // The cue number precedes the next timing line.
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

/** ASS codes are common in SubRip: `{\an8}` for top. Others are dropped. */
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

/** Writes SubRip with CRLF line endings, which its players expect. */
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
 * SubRip has no escapes: replaces arrows, which look like timings, and adds an invisible character
 * to tags.
 */
const escapeSrt = (text: string): string => text.replaceAll('-->', '→').replace(/<(?=[a-z/])/gi, '<\u2060')
