import { EngineFailure } from '../../kernel/engine.ts'
import { type Sentence, sentence } from '../../kernel/sentence.ts'
import { readAss, writeAss } from './ass.ts'
import { type Cue, plainText, type Subtitles } from './cue.ts'
import { readSrt, writeSrt } from './srt.ts'
import { readVtt, writeVtt } from './vtt.ts'

export const READERS: Readonly<Record<string, (text: string) => Subtitles>> = {
  srt: readSrt,
  vtt: readVtt,
  ass: readAss,
}

export const WRITERS: Readonly<Record<string, (cues: readonly Cue[]) => string>> = {
  srt: writeSrt,
  vtt: writeVtt,
  ass: writeAss,
  txt: (cues) => cues.map((cue) => `${plainText(cue)}\n`).join(''),
}

const MOST_CUES = 200_000

interface Request {
  format: string
  target: string
  /** Offset of all times, in seconds. */
  shift: number
}

/**
 * Converts subtitles, with warnings about losses.
 * @throws EngineFailure if there are no cues, too many, or none left
 */
export function convertSubtitles(
  text: string,
  { format, target, shift }: Request,
): { text: string; warnings: Sentence[] } {
  const read = READERS[format]?.(text.replace(/^\ufeff/, '').replaceAll('\0', ''))
  if (!read || read.cues.length === 0) {
    throw new EngineFailure(
      'source_damaged',
      sentence`The file has no subtitles that can be read. Check that it opens in a player.`,
    )
  }
  if (read.cues.length > MOST_CUES) {
    throw new EngineFailure(
      'source_too_complex',
      sentence`The file has more than ${MOST_CUES.toLocaleString('en')} subtitles. Split it into parts.`,
    )
  }
  const warnings: Sentence[] = []
  const shown = read.cues.filter(({ start, end }) => end > start)
  const cues = moved(shown, Math.round(shift * 1000))
  lose(read.cues.length - shown.length, 'that ends before it begins', 'that end before they begin', warnings)
  lose(shown.length - cues.length, 'before the beginning', 'before the beginning', warnings)
  lose(read.drawings, 'that is a drawing', 'that are drawings', warnings)
  if (cues.length === 0) {
    throw new EngineFailure(
      'output_empty',
      sentence`No subtitle is left: all end before the beginning. Choose a smaller shift.`,
    )
  }
  if (read.styled) warnings.push(sentence`Colors, fonts and effects were left out.`)
  const speakers = ['srt', 'txt'].includes(target) ? cues.filter(({ speaker }) => speaker !== '').length : 0
  if (speakers > 0) warnings.push(sentence`Names of speakers were left out.`)
  return { text: WRITERS[target]?.(cues) ?? '', warnings }
}

function moved(cues: readonly Cue[], by: number): Cue[] {
  return cues
    .map((cue) => ({ ...cue, start: Math.max(0, cue.start + by), end: cue.end + by }))
    .filter(({ end }) => end > 0)
}

function lose(count: number, one: string, many: string, warnings: Sentence[]): void {
  if (count === 1) warnings.push(sentence`1 subtitle ${one} was left out.`)
  else if (count > 1) warnings.push(sentence`${count} subtitles ${many} were left out.`)
}
