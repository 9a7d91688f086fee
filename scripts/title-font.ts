/// <reference path="../server/engines/families/font/packages.d.ts" />
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'
import type { Plugin } from 'vite'

/**
 * The one weight of titles, at the optical size of most: with its axes the font is six times as
 * large.
 */
const CUT = { wght: 500, opsz: 24 }

/** What the package's own style sheet shows each file for. */
const RANGES: Readonly<Record<string, [from: number, to: number][]>> = {
  latin: [
    [0x20, 0x7e],
    [0xa0, 0xff],
    [0x131, 0x131],
    [0x152, 0x153],
    [0x2bb, 0x2bc],
    [0x2c6, 0x2c6],
    [0x2da, 0x2da],
    [0x2dc, 0x2dc],
    [0x2000, 0x206f],
    [0x20ac, 0x20ac],
    [0x2122, 0x2122],
    [0x2191, 0x2193],
    [0x2212, 0x2215],
  ],
  'latin-ext': [
    [0x100, 0x2ba],
    [0x2bd, 0x2ff],
    [0x304, 0x329],
    [0x1e00, 0x1eff],
    [0x20a0, 0x20c0],
  ],
}

const cache = fileURLToPath(new URL('../node_modules/.cache/title-font', import.meta.url))
const source = dirname(createRequire(import.meta.url).resolve('@fontsource-variable/newsreader/package.json'))

/**
 * Cuts the font of titles to what titles are set in; style sheets name it
 * `title-font/newsreader-latin.woff2`.
 */
export const titleFont: Plugin = {
  name: 'title-font',
  async config() {
    const { version } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as { version: string }
    const folder = join(cache, `${version}-${CUT.wght}-${CUT.opsz}`)
    mkdirSync(folder, { recursive: true })
    for (const [name, ranges] of Object.entries(RANGES)) {
      const file = join(folder, `newsreader-${name}.woff2`)
      if (existsSync(file)) continue
      const whole = readFileSync(join(source, `files/newsreader-${name}-opsz-normal.woff2`))
      writeFileSync(
        file,
        await subsetFont(whole, textOf(ranges), { targetFormat: 'woff2', variationAxes: CUT }),
      )
    }
    return { resolve: { alias: [{ find: /^title-font(?=\/)/, replacement: folder }] } }
  },
}

const textOf = (ranges: [from: number, to: number][]) =>
  ranges
    .flatMap(([from, to]) =>
      Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at)),
    )
    .join('')
