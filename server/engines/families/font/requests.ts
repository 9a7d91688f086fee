import type { FontChanges } from './options.ts'

/** A request to the font child. */
export interface FontRequest {
  input: string
  /** The source's canonical format; for a report, the format before a conversion to TTF or OTF. */
  format: string
  original: string
  /** Base name of the result in `out`. */
  output: string
  /**
   * A format, `json` for a report, `webp` for a specimen, or `sfnt` for TTF or OTF by outline type.
   */
  target: string
  /** A specimen's longer side in pixels. */
  size?: number
  changes: FontChanges
}

/** A request to the FontForge child. */
export interface FontForgeRequest {
  program: string
  input: string
  /** Canonical source and target formats. */
  format: string
  target: string
  /** Base name of the result in `out`. */
  output: string
  /** The height of a bitmap font in pixels. */
  size: number
}
