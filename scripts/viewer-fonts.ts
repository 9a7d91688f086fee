import { readFileSync } from 'node:fs'
import { join, parse } from 'node:path'

/** A font in a package, and the name that it is served under, which changes with its version. */
function packed(name: string, path: string) {
  const folder = join(import.meta.dirname, '..', 'node_modules', name)
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
  const { name: font, ext } = parse(path)
  return { file: `${font}-${version}${ext}`, path: join(folder, path) }
}
const JAPANESE = packed('@embedpdf/fonts-jp', 'fonts/NotoSansJP-Regular.otf')
const KOREAN = packed('@embedpdf/fonts-kr', 'fonts/NotoSansKR-Regular.otf')
const CHINESE = packed('@embedpdf/fonts-sc', 'fonts/NotoSansHans-Regular.otf')
const tinos = (style: string) => packed('@expo-google-fonts/tinos', `${style}/Tinos_${style}.ttf`)
const cousine = (style: string) => packed('@expo-google-fonts/cousine', `${style}/Cousine_${style}.ttf`)

/**
 * Fonts of the device that have all letters of an order (full or PostScript names), and the one of
 * ours that is fetched where there is none.
 */
export const ASIAN_FONTS = {
  Japan1: {
    local: ['Hiragino Sans W3', 'Yu Gothic', 'Meiryo', 'MS Gothic', 'Noto Sans CJK JP', 'Noto Sans JP'],
    file: JAPANESE.file,
  },
  Korea1: {
    local: ['Apple SD Gothic Neo', 'Malgun Gothic', 'Noto Sans CJK KR', 'Noto Sans KR', 'NanumGothic'],
    file: KOREAN.file,
  },
  GB1: {
    local: ['PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', 'Noto Sans SC', 'SimSun'],
    file: CHINESE.file,
  },
  // The font of the simplified letters has the traditional ones as well.
  CNS1: {
    local: ['PingFang TC', 'Microsoft JhengHei', 'Noto Sans CJK TC', 'Noto Sans TC', 'MingLiU'],
    file: CHINESE.file,
  },
}

/**
 * Fonts with the letters' widths of Times and Courier, by their names in PDF. A PDF may name those
 * without having them, and Android and many a Linux have neither. Helvetica's come with pdf.js.
 */
const STANDARD = {
  'Times-Roman': tinos('400Regular'),
  'Times-Bold': tinos('700Bold'),
  'Times-Italic': tinos('400Regular_Italic'),
  'Times-BoldItalic': tinos('700Bold_Italic'),
  Courier: cousine('400Regular'),
  'Courier-Bold': cousine('700Bold'),
  'Courier-Oblique': cousine('400Regular_Italic'),
  'Courier-BoldOblique': cousine('700Bold_Italic'),
}

export const STANDARD_FONTS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(STANDARD).map(([name, { file }]) => [name, file]),
)

/**
 * Fonts that pdf.js would take for a standard one although their letters have other widths, so that
 * they overlap.
 */
export const OTHER_WIDTHS: readonly string[] = [
  'Apple Symbols',
  'Bitstream Vera Sans',
  'Bitstream Vera Serif',
  'Cantarell',
  'DejaVu Sans',
  'DejaVu Serif',
  'Libertinus Serif',
  'Linux Libertine O',
  'Ubuntu',
]

/** By the name under which each is laid beside the standard fonts. */
export const VIEWER_FONTS: ReadonlyMap<string, string> = new Map(
  [JAPANESE, KOREAN, CHINESE, ...Object.values(STANDARD)].map(({ file, path }) => [file, path]),
)
