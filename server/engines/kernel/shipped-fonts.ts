import { dirname, join } from 'node:path'
import { MODULES_FOLDER } from './packages.ts'

const EMBEDPDF = (script: string, ...files: string[]) =>
  files.map((file) => join(MODULES_FOLDER, '@embedpdf', `fonts-${script}`, 'fonts', file))
const EXPO = (family: string, file: string) =>
  join(MODULES_FOLDER, '@expo-google-fonts', family, '400Regular', file)

/**
 * Fonts for all scripts except Chinese, Japanese and Korean, which are ten times as large. About 4
 * MB.
 */
export const BASE_FONTS: readonly string[] = [
  ...EMBEDPDF(
    'latin',
    'NotoSans-Regular.ttf',
    'NotoSans-Bold.ttf',
    'NotoSans-Italic.ttf',
    'NotoSans-BoldItalic.ttf',
  ),
  ...EMBEDPDF('arabic', 'NotoNaskhArabic-Regular.ttf', 'NotoNaskhArabic-Bold.ttf'),
  ...EMBEDPDF('hebrew', 'NotoSansHebrew-Regular.ttf', 'NotoSansHebrew-Bold.ttf'),
  EXPO('noto-sans-math', 'NotoSansMath_400Regular.ttf'),
  EXPO('noto-sans-mono', 'NotoSansMono_400Regular.ttf'),
]

export const CJK_FONTS: readonly string[] = [
  ...EMBEDPDF('jp', 'NotoSansJP-Regular.otf', 'NotoSansJP-Bold.otf'),
  ...EMBEDPDF('kr', 'NotoSansKR-Regular.otf', 'NotoSansKR-Bold.otf'),
  ...EMBEDPDF('sc', 'NotoSansHans-Regular.otf', 'NotoSansHans-Bold.otf'),
]

/** For headings that Filewright draws; no engine uses it. */
const STRONG_FONTS = EMBEDPDF('latin', 'NotoSans-SemiBold.ttf')

/** The font folders, for programs that search for fonts themselves. */
export const FONT_FOLDERS: readonly string[] = [
  ...new Set([...BASE_FONTS, ...CJK_FONTS].map((file) => dirname(file))),
]

export const FAMILIES = {
  text: 'Noto Sans',
  strong: 'Noto Sans SemiBold',
  math: 'Noto Sans Math',
  mono: 'Noto Sans Mono',
  arabic: 'Noto Naskh Arabic',
  hebrew: 'Noto Sans Hebrew',
  japanese: 'Noto Sans JP',
  korean: 'Noto Sans KR',
  chinese: 'Noto Sans Hans',
} as const

const CJK = /[\u1100-\u11ff\u2e80-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\uff00-\uffef]|[\ud840-\ud88f]/

/** Whether the text has Chinese, Japanese or Korean characters. */
export function hasCjk(text: string): boolean {
  return CJK.test(text)
}

/**
 * Font families in lookup order. Han glyphs differ between the three languages, so the text's other
 * characters decide which family comes first.
 */
export function familiesFor(text: string): string[] {
  const { japanese, korean, chinese } = FAMILIES
  let cjk: string[] = []
  if (hasCjk(text)) {
    cjk = [chinese, japanese, korean]
    if (/[\uac00-\ud7af\u1100-\u11ff]/.test(text)) cjk = [korean, japanese, chinese]
    if (/[\u3040-\u30ff]/.test(text)) cjk = [japanese, chinese, korean]
  }
  return [FAMILIES.text, ...cjk, FAMILIES.arabic, FAMILIES.hebrew, FAMILIES.math]
}

const FILES: Readonly<Record<string, string>> = {
  [FAMILIES.text]: 'NotoSans-Regular.ttf',
  [FAMILIES.strong]: 'NotoSans-SemiBold.ttf',
  [FAMILIES.math]: 'NotoSansMath_400Regular.ttf',
  [FAMILIES.mono]: 'NotoSansMono_400Regular.ttf',
  [FAMILIES.arabic]: 'NotoNaskhArabic-Regular.ttf',
  [FAMILIES.hebrew]: 'NotoSansHebrew-Regular.ttf',
  [FAMILIES.japanese]: 'NotoSansJP-Regular.otf',
  [FAMILIES.korean]: 'NotoSansKR-Regular.otf',
  [FAMILIES.chinese]: 'NotoSansHans-Regular.otf',
}

/**
 * The file of a family's regular text face.
 * @throws For a family outside `FAMILIES`.
 */
export function fontFileOf(family: string): string {
  const name = FILES[family]
  const file =
    name && [...BASE_FONTS, ...CJK_FONTS, ...STRONG_FONTS].find((path) => path.endsWith(`/${name}`))
  if (!file) throw new Error(`There is no font file for ${family}.`)
  return file
}
