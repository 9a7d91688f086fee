import type { FontChanges } from './options.ts'

/** What our own child is asked for. */
export interface FontRequest {
  input: string
  /**
   * The source's format in our words; for a report, what it was before another engine made a TTF or
   * OTF of it.
   */
  format: string
  original: string
  /** Name of the result in `out`, without an extension. */
  output: string
  /**
   * A format, `json` for a report, `webp` for a specimen, or `sfnt` for a TTF or OTF, whichever the
   * font is.
   */
  target: string
  /** Pixels of a specimen's longer side. */
  size?: number
  changes: FontChanges
}

/** What FontForge's child is asked for. */
export interface FontForgeRequest {
  program: string
  input: string
  /** The source's and the result's format in our words. */
  format: string
  target: string
  /** Name of the result in `out`, without an extension. */
  output: string
  /** Height of a bitmap font's letters, in pixels. */
  size: number
}
