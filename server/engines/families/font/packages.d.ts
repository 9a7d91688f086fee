/** Types of packages without types, or with too wide ones, as far as they are used. */
declare module 'wawoff2' {
  export function compress(font: Uint8Array): Promise<Uint8Array>
  export function decompress(font: Uint8Array): Promise<Uint8Array>
}

declare module 'subset-font' {
  export default function subsetFont(
    font: Buffer,
    text: string | undefined,
    options: {
      targetFormat: 'sfnt' | 'woff2'
      dropTables?: string[]
      glyphNames?: boolean
      noHinting?: boolean
      keepAllGlyphs?: boolean
      variationAxes?: Record<string, number>
    },
  ): Promise<Buffer>
}

declare module 'fontkit' {
  export interface Opened {
    numGlyphs?: number
    fonts?: readonly Opened[]
  }
  export function create(file: Buffer): Opened
}

declare module 'fonteditor-core/lib/ttf/eot2ttf' {
  /** `default` throws for other formats than EOT. */
  const converter: { default(file: ArrayBuffer): ArrayBuffer }
  export default converter
}
