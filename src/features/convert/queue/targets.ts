import type { Catalog, FormatEntry, OperationEntry } from '../../../api/convert.ts'
import { endingOf } from '../../../lib/ending-of.ts'
import type { Family } from '../../../lib/families.ts'
import type { ConvertFile } from './files.ts'

/** The most common targets of a format, best first. Unsupported ones are skipped. */
const BEST: Record<string, string[]> = {
  pdf: ['docx', 'png', 'txt', 'jpg'],
  docx: ['pdf', 'odt', 'md', 'html'],
  odt: ['pdf', 'docx', 'html'],
  md: ['pdf', 'docx', 'html'],
  html: ['pdf', 'docx', 'md'],
  epub: ['pdf', 'docx', 'html'],
  txt: ['pdf', 'docx', 'html'],
  csv: ['xlsx', 'html', 'pdf'],
  xlsx: ['csv', 'pdf', 'html'],
  png: ['webp', 'avif', 'jpg'],
  jpg: ['webp', 'avif', 'png'],
  heic: ['jpg', 'avif', 'webp'],
  tiff: ['webp', 'jpg', 'pdf'],
  gif: ['webp', 'png', 'avif'],
  webp: ['png', 'jpg', 'avif'],
  svg: ['png', 'webp', 'pdf'],
  avif: ['jpg', 'png', 'webp'],
  ttf: ['woff2', 'woff', 'otf'],
  otf: ['woff2', 'ttf', 'woff'],
  woff: ['woff2', 'ttf', 'otf'],
  woff2: ['ttf', 'woff', 'otf'],
  mp4: ['webm', 'mp3', 'gif'],
  mov: ['mp4', 'webm', 'gif'],
  mp3: ['m4a', 'wav', 'ogg'],
  wav: ['mp3', 'flac', 'm4a'],
  flac: ['mp3', 'm4a', 'wav'],
  obj: ['glb', 'stl', 'usdz'],
  stl: ['glb', 'obj', '3mf'],
  glb: ['usdz', 'gltf', 'stl'],
  step: ['glb', 'stl', 'obj'],
}
const USUAL: Record<Family, string[]> = {
  document: ['pdf', 'docx', 'html'],
  image: ['webp', 'jpg', 'png'],
  font: ['woff2', 'ttf', 'otf'],
  video: ['mp4', 'webm', 'mp3'],
  audio: ['mp3', 'm4a', 'flac'],
  model: ['glb', 'obj', 'stl'],
}

export type Kind = 'pages' | 'office' | 'books' | 'text' | 'image' | 'font' | 'video' | 'audio' | 'model'

const KINDS: Record<string, Kind> = {
  pdf: 'pages',
  docx: 'office',
  odt: 'office',
  rtf: 'office',
  pptx: 'office',
  xlsx: 'office',
  csv: 'office',
  epub: 'books',
  fb2: 'books',
}

export const kindOf = ({ format, family }: FormatEntry): Kind =>
  KINDS[format] ?? (family === 'document' ? 'text' : family)

/** A file's format: by its bytes, otherwise by its name. Null if the instance does not know it. */
export function formatOf(catalog: Catalog, file: Pick<ConvertFile, 'sniffed' | 'name'>): FormatEntry | null {
  const bytes = file.sniffed && catalog.formats.find(({ format }) => format === file.sniffed)
  if (bytes) return bytes
  if (file.sniffed) return null
  const ending = endingOf(file.name)
  return catalog.formats.find(({ extensions }) => extensions.includes(ending)) ?? null
}

/**
 * The target of a file: a format, or an operation with its output format: `webp`, `optimize:pdf`.
 * One string, because it is a picker's value, a preset's target and a stored value.
 */
export const choiceOf = (operation: string, format: string): string =>
  operation === CONVERT ? format : `${operation}:${format}`

export const parseChoice = (choice: string): { operation: string; format: string } => {
  const [first = '', second] = choice.split(':')
  return second === undefined ? { operation: CONVERT, format: first } : { operation: first, format: second }
}

const CONVERT = 'convert'
/** Operations that the server runs for its own pages. */
const NOT_HERE = new Set(['inspect', 'sample', 'thumbnail', 'waveform'])

export const operationOf = (catalog: Catalog, from: string, choice: string): OperationEntry | undefined => {
  const { operation, format } = parseChoice(choice)
  return catalog.operations.find(
    (entry) => entry.operation === operation && entry.from.includes(from) && entry.to.includes(format),
  )
}

/** The operations for a format that keep it. */
export const changesOf = (catalog: Catalog, from: string): OperationEntry[] =>
  catalog.operations.filter(
    (entry) =>
      entry.operation !== CONVERT &&
      !NOT_HERE.has(entry.operation) &&
      entry.min_files === 1 &&
      entry.from.includes(from),
  )

/** The merge operation, if the instance has one. */
export const mergeOf = (catalog: Catalog): OperationEntry | undefined =>
  catalog.operations.find(({ min_files }) => min_files > 1)

/** The possible targets, the best three first. */
export function targetsOf(catalog: Catalog, source: FormatEntry) {
  const all = source.outputs
    .filter((output) => operationOf(catalog, source.format, output))
    .map((output) => catalog.formats.find(({ format }) => format === output))
    .filter((format) => format !== undefined)
  const wanted = [...(BEST[source.format] ?? []), ...USUAL[source.family]]
  const best = wanted
    .map((name) => all.find(({ format }) => format === name))
    .filter((format, index, list) => format !== undefined && list.indexOf(format) === index)
    .slice(0, 3) as FormatEntry[]
  return { best, rest: all.filter((format) => !best.includes(format)) }
}

// A thousand files have a handful of formats, and a lookup for each would be noticeable.
const defaults = new WeakMap<Catalog, Map<string, string | null>>()

/** The default target of a file. */
export function defaultTarget(catalog: Catalog, source: FormatEntry): string | null {
  const known = defaults.get(catalog) ?? new Map<string, string | null>()
  defaults.set(catalog, known)
  let target = known.get(source.format)
  if (target === undefined) {
    const { best, rest } = targetsOf(catalog, source)
    target = (best[0] ?? rest[0])?.format ?? null
    known.set(source.format, target)
  }
  return target
}
