import type { Turn } from '../viewer/index.ts'

/** Points in a page's user space, as in the viewer. */
export interface PointRect {
  x: number
  y: number
  width: number
  height: number
}

export type FieldValue = string | boolean | readonly string[]

/** A page of the result. `id` stays the same when it is moved; annotations refer to it. */
export interface DraftPage {
  id: string
  /** The id of its inserted file; none for the main file. */
  file?: string
  /** The number in its file, from 1. */
  page: number
  /** In addition to its own rotation. */
  rotate: Turn
}

interface On {
  id: string
  /** The page that it is on. */
  on: string
}
export type HighlightStyle = 'highlight' | 'underline' | 'strikeout'
export type ShapeKind = 'rectangle' | 'ellipse' | 'line' | 'arrow'
export type DraftMark = On &
  (
    | { kind: 'text'; rect: PointRect; text: string; size: number; colour: string }
    | { kind: 'highlight'; rects: readonly PointRect[]; style: HighlightStyle; colour: string }
    | { kind: 'ink'; strokes: readonly (readonly Spot[])[]; width: number; colour: string }
    | { kind: 'shape'; shape: ShapeKind; from: Spot; to: Spot; width: number; colour: string }
    | { kind: 'stamp'; rect: PointRect; text: string; colour: string }
    | { kind: 'redaction'; rect: PointRect }
    /** `file` is the id of an inserted file. */
    | { kind: 'image'; rect: PointRect; file: string }
    /** `at` is the upper left corner of its icon. */
    | { kind: 'note'; at: Spot; text: string; colour: string }
  )
export interface Spot {
  x: number
  y: number
}

/** A file that pages or an image were inserted from. */
export interface FurtherFile {
  id: string
  name: string
  kind: 'pdf' | 'picture' | 'blank'
  /** The size of a blank page, in points. */
  size?: { width: number; height: number }
}

/** Text to redact, wherever it occurs. */
export interface DraftTerm {
  text: string
  matchCase: boolean
  wholeWords: boolean
}

/** All unsaved changes of a file. It contains nothing that is unchanged. */
export interface Draft {
  /** Null while all pages are present, in order and not rotated. */
  pages: readonly DraftPage[] | null
  fields: Readonly<Record<string, FieldValue>>
  marks: readonly DraftMark[]
  terms: readonly DraftTerm[]
  further: readonly FurtherFile[]
  flatten: boolean
}

export const EMPTY: Draft = { pages: null, fields: {}, marks: [], terms: [], further: [], flatten: false }

export const isEmpty = ({ pages, fields, marks, terms, flatten }: Draft): boolean =>
  pages === null && Object.keys(fields).length === 0 && marks.length === 0 && terms.length === 0 && !flatten

/** The pages before any change. */
export const untouched = (count: number): DraftPage[] =>
  Array.from({ length: count }, (_, index) => ({ id: String(index + 1), page: index + 1, rotate: 0 }))

export const pagesOf = (draft: Draft, count: number): readonly DraftPage[] => draft.pages ?? untouched(count)

/** Sets the pages; annotations on removed pages are removed, and unchanged pages become null. */
export function withPages(draft: Draft, pages: readonly DraftPage[], count: number): Draft {
  const same =
    pages.length === count &&
    pages.every(
      ({ id, file, page, rotate }, at) => id === String(at + 1) && !file && page === at + 1 && rotate === 0,
    )
  return { ...partOf(draft, pages), ...(same && { pages: null }) }
}

/** The part of the draft that concerns some of its pages. */
export function partOf(draft: Draft, pages: readonly DraftPage[]): Draft {
  const left = new Set(pages.map(({ id }) => id))
  return { ...draft, pages, marks: draft.marks.filter(({ on }) => left.has(on)) }
}

/** Moves pages before the one at index `to`, in their current order. */
export function movePages(pages: readonly DraftPage[], ids: ReadonlySet<string>, to: number): DraftPage[] {
  const before = pages.slice(0, to).filter(({ id }) => !ids.has(id))
  const after = pages.slice(to).filter(({ id }) => !ids.has(id))
  return [...before, ...pages.filter(({ id }) => ids.has(id)), ...after]
}

export const turnPages = (pages: readonly DraftPage[], ids: ReadonlySet<string>, by: number): DraftPage[] =>
  pages.map((page) =>
    ids.has(page.id) ? { ...page, rotate: ((((page.rotate + by) % 360) + 360) % 360) as Turn } : page,
  )

/** The inserted files that a draft needs, in upload order. */
export function neededFiles({ pages, marks, further }: Draft): FurtherFile[] {
  const named = new Set([
    ...(pages ?? []).flatMap(({ file }) => file ?? []),
    ...marks.flatMap((mark) => (mark.kind === 'image' ? mark.file : [])),
  ])
  return further.filter(({ id, kind }) => kind !== 'blank' && named.has(id))
}

/**
 * The edits for `save/`: pages by their number in the result, files by their index after the main
 * file.
 */
export function editsOf(draft: Draft, count: number): Record<string, unknown> {
  const pages = pagesOf(draft, count)
  const numbers = new Map(pages.map(({ id }, at) => [id, at + 1]))
  const files = new Map(neededFiles(draft).map(({ id }, at) => [id, at + 1]))
  const placed = draft.marks.flatMap(({ id: _, on, ...mark }) => {
    const page = numbers.get(on)
    return page === undefined ? [] : [{ ...mark, page }]
  })
  const areas = placed.flatMap((mark) =>
    mark.kind === 'redaction' ? [{ page: mark.page, rect: mark.rect }] : [],
  )
  const terms = draft.terms.map(({ text, matchCase, wholeWords }) => {
    return { text, match_case: matchCase, whole_words: wholeWords }
  })
  const marks = placed
    .filter(({ kind }) => kind !== 'redaction')
    .map((mark) => (mark.kind === 'image' ? { ...mark, file: files.get(mark.file) } : mark))
  return {
    ...(draft.pages && { pages: draft.pages.map((page) => sheetOf(page, draft, files)) }),
    ...(Object.keys(draft.fields).length > 0 && { fields: draft.fields }),
    ...(marks.length > 0 && { marks }),
    ...((areas.length > 0 || terms.length > 0) && { redact: { areas, terms } }),
    ...(draft.flatten && { flatten: true }),
  }
}

function sheetOf({ file, page, rotate }: DraftPage, { further }: Draft, files: ReadonlyMap<string, number>) {
  if (file === undefined) return { page, rotate }
  const blank = further.find(({ id }) => id === file)?.size
  if (!blank) return { file: files.get(file), page, rotate }
  const { width, height } = blank
  return { blank: rotate % 180 === 0 ? blank : { width: height, height: width } }
}
