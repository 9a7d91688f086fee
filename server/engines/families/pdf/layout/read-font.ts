import { heap, type Pdfium, withMemory } from '../pdfium.ts'

export interface FontFacts {
  family: string
  bold: boolean
  italic: boolean
}

const FORCE_BOLD = 1 << 18
const ITALIC = 1 << 6
const SERIF = 1 << 1
const FIXED = 1 << 0
const MAX_NAME = 256

/** Installed families for the standard 14 fonts. */
const STANDARD: Readonly<Record<string, string>> = {
  helvetica: 'Arial',
  times: 'Times New Roman',
  timesroman: 'Times New Roman',
  timesnewroman: 'Times New Roman',
  timesnewromanps: 'Times New Roman',
  arial: 'Arial',
  courier: 'Courier New',
  couriernew: 'Courier New',
  couriernewps: 'Courier New',
  zapfdingbats: 'Wingdings',
}

const WEIGHTS =
  /[\s,-]*(regular|roman|normal|book|medium|semi-?bold|demi-?bold|extra-?bold|bold|black|heavy|light|thin|italic|oblique|ital|slanted|mt)+$/i

/**
 * The family and style of a font: `ABCDEF+LiberationSerif-BoldItalic` is bold, italic `Liberation
 * Serif`.
 */
export function fontFacts(base: string, family: string, flags: number, weight: number): FontFacts {
  const name = clean(base)
  const bold = /bold|black|heavy|^cmb/i.test(name) || weight >= 600 || (flags & FORCE_BOLD) !== 0
  const italic = /italic|oblique|slanted|ital$|^cm(ti|sl|mi)/i.test(name) || (flags & ITALIC) !== 0
  return { family: familyName(name, clean(family), flags), bold, italic }
}

const clean = (name: string): string =>
  name
    .replace(/^[A-Z]{6}\+/, '')
    .replace(/[^\p{L}\p{N} ,._-]/gu, '')
    .trim()
    .slice(0, 60)

/** TeX fonts, which no word processor has, and meaningless names. */
const UNKNOWN = /^(cm|lm|sf|tex|pl|nimbus|[a-z]{0,2}\d+$|t3|type3|cidfont|unnamed|glyphless)/i

function familyName(base: string, family: string, flags: number): string {
  if (UNKNOWN.test(base) || base === '') return replacement(base, flags)
  let name = base.replace(/MT$/, '')
  // `Bold` and `Italic` may be in either order.
  for (let round = 0; round < 4; round++) name = name.replace(WEIGHTS, '')
  const standard = STANDARD[name.toLowerCase().replace(/[^a-z]/g, '')]
  if (standard) return standard
  if (family !== '' && family !== base) return family
  return name.replace(/([a-z])([A-Z])/g, '$1 $2').replaceAll('_', ' ') || 'Arial'
}

function replacement(base: string, flags: number): string {
  if ((flags & FIXED) !== 0 || /^cm.?tt|mono|^nimbusmon/i.test(base)) return 'Courier New'
  if (/^cmss|^lmsans|sans/i.test(base)) return 'Arial'
  return (flags & SERIF) !== 0 || /^(cm|lm|sf|nimbusrom)/i.test(base) ? 'Times New Roman' : 'Arial'
}

/** Reads a font's properties. */
export function readFont(pdfium: Pdfium, font: number): FontFacts {
  const name = (read: (font: number, at: number, length: number) => number) =>
    withMemory(pdfium, MAX_NAME, (at) => {
      const length = Math.min(read(font, at, MAX_NAME), MAX_NAME)
      return Buffer.from(heap(pdfium).slice(at, at + Math.max(0, length - 1))).toString('utf8')
    })
  return fontFacts(
    name(pdfium.FPDFFont_GetBaseFontName),
    name(pdfium.FPDFFont_GetFamilyName),
    pdfium.FPDFFont_GetFlags(font),
    pdfium.FPDFFont_GetWeight(font),
  )
}
