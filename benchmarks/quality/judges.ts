import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { imageSize } from 'image-size'
import { program } from './program.ts'
import { htmlText, missingWords, pdfText, wordsOf } from './words.ts'

/** A result to judge, and a folder for temporary files. */
export interface Verdict {
  source: string
  format: string
  result: string
  folder: string
}

/** Whether a result is right, by a program that is not among Filewright's engines for it. */
export type Judge = (given: Verdict) => boolean

/**
 * At most one word in twenty, or one word, may be missing: cells cut long words, labels are not
 * words.
 */
const keeps = (reference: ReadonlySet<string>, text: string) =>
  missingWords(reference, text) <= Math.max(1, reference.size / 20)

const references = new Map<string, Set<string>>()

/**
 * The words of a document: as the system's LibreOffice lays it out, or as the system's pandoc reads
 * it.
 */
function referenceOf({ source, format, folder }: Verdict): Set<string> {
  const known = references.get(source)
  if (known) return known
  const words = wordsOf(
    LAID_OUT.includes(format) ? officeText(source, folder) : program('pandoc', ['-t', 'plain', source]),
  )
  references.set(source, words)
  return words
}

const LAID_OUT = ['docx', 'doc', 'odt', 'rtf', 'xlsx', 'xls', 'ods', 'pptx', 'ppt', 'odp', 'csv']

function officeText(source: string, folder: string): string {
  program('soffice', ['--headless', '--convert-to', 'pdf', '--outdir', folder, source])
  return pdfText(join(folder, `${source.slice(source.lastIndexOf('/') + 1).replace(/\.[^.]*$/, '')}.pdf`))
}

const keepsWords =
  (textOf: (path: string) => string): Judge =>
  (given) =>
    keeps(referenceOf(given), textOf(given.result))

/** Width and height of an image by image-size; an empty text for a format that it does not read. */
function sizeText(path: string): string {
  try {
    const { width, height } = imageSize(readFileSync(path))
    return `${width},${height}`
  } catch {
    return ''
  }
}

/** If image-size cannot read the source, only the result is checked. */
const sameSize: Judge = ({ source, result }) => {
  const [before, after] = [sizeText(source), sizeText(result)]
  // A photograph that its metadata rotates is written upright.
  const turned = before.split(',').reverse().join(',')
  return after !== '' && (before === '' || before === after || turned === after)
}

type Stream = 'audio' | 'video'

/**
 * Seconds from the first packet of a stream to the end of its last, by ffprobe. The duration that a
 * file declares may be wrong.
 */
function seconds(path: string, stream: Stream): number {
  const entries = 'packet=pts_time,dts_time,duration_time'
  const args = ['-v', 'error', '-select_streams', stream.charAt(0), '-show_entries', entries, '-of', 'json']
  const { packets = [] } = JSON.parse(program('ffprobe', [...args, path]) || '{}') as {
    packets?: { pts_time?: string; dts_time?: string; duration_time?: string }[]
  }
  let [first, last] = [Number.POSITIVE_INFINITY, 0]
  for (const { pts_time, dts_time, duration_time } of packets) {
    const time = Number(pts_time ?? dts_time ?? 0)
    first = Math.min(first, time)
    last = Math.max(last, time + Number(duration_time ?? 0))
  }
  return packets.length === 0 ? 0 : last - first
}

const sameDuration =
  (stream: Stream): Judge =>
  ({ source, result }) => {
    const [before, after] = [seconds(source, stream), seconds(result, stream)]
    return after > 0 && Math.abs(before - after) <= 0.2 + 0.03 * before
  }

/** Whether a PDF has text that poppler finds. */
const hasText = (path: string) => wordsOf(pdfText(path)).size > 0

const has = (stream: Stream) => (path: string) =>
  program('ffprobe', ['-v', 'error', '-show_entries', 'stream=codec_type', '-of', 'csv=p=0', path]).includes(
    stream,
  )
const hasSound = has('audio')
const hasVideo = has('video')

/** The character set of a font, read by fontconfig. */
const sameLetters: Judge = ({ source, result }) => {
  const letters = (path: string) =>
    program('fc-scan', ['--format', '%{charset}\n', path]).split('\n')[0] ?? ''
  return letters(result) !== '' && (letters(source) === '' || letters(source) === letters(result))
}

const hasFaces: Judge = ({ result }) =>
  Number(/Faces:\s+(\d+)/.exec(program('assimp', ['info', result]))?.[1] ?? 0) > 0

const drawsPages: Judge = ({ result }) => statSync(result).size > 100

const samePdfText: Judge = ({ source, result }) => keeps(wordsOf(pdfText(source)), program('cat', [result]))

/** The document must have the words of the PDF, as LibreOffice lays it out. */
const sameOfficeText: Judge = ({ source, result, folder }) =>
  keeps(wordsOf(pdfText(source)), officeText(result, folder))

export interface Question {
  family: string
  /** Whether a file of the family can become the target at all. */
  suits?(path: string): boolean
  target: string
  judge: Judge
  by: string
}

/** Conversions to judge, for each folder of the corpora. */
export const QUESTIONS: readonly Question[] = [
  { family: 'docs', target: 'pdf', judge: keepsWords(pdfText), by: 'poppler, LibreOffice, pandoc' },
  { family: 'docs', target: 'html', judge: keepsWords(htmlText), by: 'LibreOffice, pandoc' },
  { family: 'pdf', target: 'txt', suits: hasText, judge: samePdfText, by: 'poppler' },
  { family: 'pdf', target: 'docx', suits: hasText, judge: sameOfficeText, by: 'LibreOffice, poppler' },
  { family: 'pdf', target: 'png', judge: drawsPages, by: 'file size' },
  { family: 'images', target: 'png', judge: sameSize, by: 'image-size' },
  { family: 'images', target: 'webp', judge: sameSize, by: 'image-size' },
  { family: 'fonts', target: 'woff2', judge: sameLetters, by: 'fontconfig' },
  { family: 'fonts', target: 'otf', judge: sameLetters, by: 'fontconfig' },
  { family: 'video', target: 'mp4', suits: hasVideo, judge: sameDuration('video'), by: 'ffprobe' },
  { family: 'video', target: 'mp3', suits: hasSound, judge: sameDuration('audio'), by: 'ffprobe' },
  { family: 'models', target: 'obj', judge: hasFaces, by: 'assimp' },
  { family: 'models', target: 'stl', judge: hasFaces, by: 'assimp' },
]
