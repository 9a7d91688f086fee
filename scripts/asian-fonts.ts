import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const require = createRequire(import.meta.url)

/** A font among the packages, and the name that it is served under, which changes with its version. */
function packed(name: string, font: string) {
  const folder = join(dirname(require.resolve(`@embedpdf/${name}`)), '..')
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
  return { file: `${font}-${version}.otf`, path: join(folder, 'fonts', `${font}.otf`) }
}
const JAPANESE = packed('fonts-jp', 'NotoSansJP-Regular')
const KOREAN = packed('fonts-kr', 'NotoSansKR-Regular')
const CHINESE = packed('fonts-sc', 'NotoSansHans-Regular')

/** Fonts of the device that have all letters of an order (full or PostScript names), and the one of ours that is fetched where there is none. */
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

/** By the name under which each is laid beside the standard fonts. */
export const ASIAN_FILES: ReadonlyMap<string, string> = new Map(
  [JAPANESE, KOREAN, CHINESE].map(({ file, path }) => [file, path]),
)
