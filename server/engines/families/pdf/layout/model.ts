/** A rectangle in points, from the top left corner of the page as it is read. */
export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

/** How characters look. Characters that look the same share one object. */
export interface Style {
  font: string
  /** In points. */
  size: number
  bold: boolean
  italic: boolean
  /** Six hexadecimal digits; null for black. */
  color: string | null
}

/** Text of one style, perhaps raised or lowered, perhaps a link. */
export interface Run {
  text: string
  style: Style
  script: 'super' | 'sub' | null
  link: string | null
}

/** One character as it stands on the page. */
export interface Glyph {
  text: string
  box: Box
  baseline: number
  style: Style
  link: string | null
  /** What the page has between it and the character before. */
  gap: 'none' | 'space' | 'line'
  /**
   * The identifier of its marked content, by which a tagged PDF says what it is; -1 where it has
   * none.
   */
  mark: number
}

/** Characters that follow each other on one baseline without a wide gap. */
export interface Chunk {
  runs: Run[]
  box: Box
  baseline: number
  size: number
  rtl: boolean
  mark: number
}

/** A straight line of a drawing, horizontal or vertical. */
export interface Rule {
  box: Box
  vertical: boolean
}

/** An image, encoded. `width` and `height` are points on the page, `pixels` what it is made of. */
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

/** What a page has, in the direction in which most of its text is read. */
export interface RawPage {
  index: number
  width: number
  height: number
  glyphs: Glyph[]
  /** Text that runs in other directions. */
  turned: Glyph[][]
  rules: Rule[]
  images: ImageBlock[]
  /** Headings by their marked content, from 1 to 6. */
  headings: ReadonlyMap<number, number>
  /** The page's own number, as its reader shows it. */
  label: string
}

export interface ListItem {
  /** Items with the same number belong to one list. */
  list: number
  level: number
  format: 'bullet' | 'decimal' | 'lowerLetter' | 'upperLetter' | 'lowerRoman' | 'upperRoman'
  /** What stands around the number: `%.`, `(%)`; the bullet itself. */
  pattern: string
  value: number
}

export interface Paragraph {
  kind: 'paragraph'
  runs: Run[]
  box: Box
  align: 'left' | 'right' | 'center' | 'justify'
  rtl: boolean
  /** In points, from the left edge of its column. */
  indent: number
  firstLine: number
  /** Space above, in points. */
  before: number
  /** Distance of its lines, in points; 0 where it has only one. */
  pitch: number
  lines: number
  /** 1 to 6, or 0. */
  heading: number
  list: ListItem | null
  mark: number
  /** Whether its last line is as full as the column allows. */
  full: boolean
  /** Where what follows each tab begins, in points from the left edge of its column. */
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
  /** Of each row, in points. */
  heights: number[]
  /** Space above, in points. */
  before: number
  /** Null where a cell from the left or from above goes on. */
  rows: (Cell | null)[][]
  ruled: boolean
  header: boolean
}

export type Block = Paragraph | Table | ImageBlock

/** Blocks that stand side by side in so many columns, or one below the other. */
export interface Band {
  columns: Block[][]
  box: Box
  /** Between columns, in points. */
  space: number
}

export interface Page {
  index: number
  width: number
  height: number
  bands: Band[]
  /** Whether the page before ends early, so that its text does not flow on here. */
  breakBefore: boolean
}

/** A part of a line that all pages of a document repeat. */
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
  /** The number of the first page, where the pages say one. */
  firstNumber: number
  margins: { top: number; right: number; bottom: number; left: number }
  /** The style of most of its text. */
  body: Style
}
