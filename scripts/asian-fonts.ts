import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const VERSION = '1.0.0'
const require = createRequire(import.meta.url)

/** Where a font of ours lies among the packages: `fonts-jp` → its folder. */
const fileOf = (name: string, file: string) =>
  join(dirname(require.resolve(`@embedpdf/${name}`)), '..', 'fonts', file)

/** Fonts of the device that have all letters of an order (full or PostScript names), and the one of ours that is fetched where there is none. */
export const ASIAN_FONTS = {
  Japan1: {
    local: ['Hiragino Sans W3', 'Yu Gothic', 'Meiryo', 'MS Gothic', 'Noto Sans CJK JP', 'Noto Sans JP'],
    file: `NotoSansJP-Regular-${VERSION}.otf`,
  },
  Korea1: {
    local: ['Apple SD Gothic Neo', 'Malgun Gothic', 'Noto Sans CJK KR', 'Noto Sans KR', 'NanumGothic'],
    file: `NotoSansKR-Regular-${VERSION}.otf`,
  },
  GB1: {
    local: ['PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', 'Noto Sans SC', 'SimSun'],
    file: `NotoSansHans-Regular-${VERSION}.otf`,
  },
  // The font of the simplified letters has the traditional ones as well.
  CNS1: {
    local: ['PingFang TC', 'Microsoft JhengHei', 'Noto Sans CJK TC', 'Noto Sans TC', 'MingLiU'],
    file: `NotoSansHans-Regular-${VERSION}.otf`,
  },
}

/** By the name under which each is laid beside the standard fonts. */
export const ASIAN_FILES: ReadonlyMap<string, string> = new Map([
  [ASIAN_FONTS.Japan1.file, fileOf('fonts-jp', 'NotoSansJP-Regular.otf')],
  [ASIAN_FONTS.Korea1.file, fileOf('fonts-kr', 'NotoSansKR-Regular.otf')],
  [ASIAN_FONTS.GB1.file, fileOf('fonts-sc', 'NotoSansHans-Regular.otf')],
])
