/** A rectangle in points from the top left corner of the page as read. */
export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

/** A text style. Equal styles share one object. */
export interface Style {
  font: string
  /** In points. */
  size: number
  bold: boolean
  italic: boolean
  /** Six hexadecimal digits; null for black. */
  color: string | null
}

/** Text of one style, optionally superscript, subscript or a link. */
export interface Run {
  text: string
  style: Style
  script: 'super' | 'sub' | null
  link: string | null
}

/** A positioned character. */
export interface Glyph {
  text: string
  box: Box
  baseline: number
  style: Style
  link: string | null
  /** The separator between it and the previous character. */
  gap: 'none' | 'space' | 'line'
  /** Its marked content identifier (MCID) for tagged PDF; -1 without one. */
  mark: number
}

/** Consecutive characters on a baseline without a wide gap. */
export interface Chunk {
  runs: Run[]
  box: Box
  baseline: number
  size: number
  rtl: boolean
  mark: number
}

/** A horizontal or vertical line of a drawing. */
export interface Rule {
  box: Box
  vertical: boolean
}

/** An encoded image. `width` and `height` are in points on the page, `pixels` its own size. */
export interface ImageBlock {
  kind: 'image'
  box: Box
  data: Buffer
  type: 'png' | 'jpg'
  pixels: { width: number; height: number }
  description: string
  /** Space above, in points. */
  before: number
}

/** The content of a page, in the main direction of its text. */
export interface RawPage {
  index: number
  width: number
  height: number
  glyphs: Glyph[]
  /** Text in other directions. */
  turned: Glyph[][]
  rules: Rule[]
  images: ImageBlock[]
  /** Heading levels from 1 to 6 by MCID. */
  headings: ReadonlyMap<number, number>
  /** The page label. */
  label: string
}

export interface ListItem {
  /** Items with the same number form one list. */
  list: number
  level: number
  format: 'bullet' | 'decimal' | 'lowerLetter' | 'upperLetter' | 'lowerRoman' | 'upperRoman'
  /** The number's format: `%.`, `(%)`; or the bullet itself. */
  pattern: string
  value: number
}

export interface Paragraph {
  kind: 'paragraph'
  runs: Run[]
  box: Box
  align: 'left' | 'right' | 'center' | 'justify'
  rtl: boolean
  /** In points from the left edge of its column. */
  indent: number
  firstLine: number
  /** Space above, in points. */
  before: number
  /** Line pitch in points; 0 for a single line. */
  pitch: number
  lines: number
  /** 1 to 6, or 0. */
  heading: number
  list: ListItem | null
  mark: number
  /** Whether its last line fills the column. */
  full: boolean
  /** Positions after each tab, in points from the column's left edge. */
  tabs: number[]
}

export interface Cell {
  blocks: Block[]
  columns: number
  rows: number
}

export interface Table {
  kind: 'table'
  box: Box
  /** In points. */
  widths: number[]
  /** Height of each row, in points. */
  heights: number[]
  /** Space above, in points. */
  before: number
  /** Null for a position covered by a spanning cell. */
  rows: (Cell | null)[][]
  ruled: boolean
  header: boolean
}

export type Block = Paragraph | Table | ImageBlock

/** Blocks in columns side by side, or in one column. */
export interface Band {
  columns: Block[][]
  box: Box
  /** Gap between columns, in points. */
  space: number
}

export interface Page {
  index: number
  width: number
  height: number
  bands: Band[]
  /** Whether the previous page ends early, so that text doesn't continue. */
  breakBefore: boolean
}

/** A part of a header or footer line. */
export type RunningPart = Run | { field: 'page' | 'pages'; style: Style }
export interface RunningLine {
  parts: RunningPart[]
  align: 'left' | 'center' | 'right'
}

export interface DocumentModel {
  title: string
  pages: Page[]
  header: RunningLine[]
  footer: RunningLine[]
  /** The number of the first page, if the pages are numbered. */
  firstNumber: number
  margins: { top: number; right: number; bottom: number; left: number }
  /** The style of most text. */
  body: Style
}
