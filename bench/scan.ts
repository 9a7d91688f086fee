import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { type Detection, detect, PHOTO } from '../src/features/scan/detect/detect.ts'
import type { Pixels, Point } from '../src/features/scan/detect/image.ts'
import { digits, spread, timed } from './figures.ts'
import { overlap } from './overlap.ts'
import type { Bench } from './table.ts'

/** A picture with the corners of its sheet: several answers are right for an open book, none where there is no sheet. */
export interface Sheet {
  file: string
  kind: string
  width: number
  height: number
  quads: Point[][]
}

/** Pixels of the longer side at which pictures are looked at, as a camera's live picture. */
const FRAME = 640
export const RIGHT = 0.9

/** The pictures of a folder with a `truth.json`, and the factor of their corners. */
export async function* framesOf(
  dir: string,
): AsyncGenerator<{ sheet: Sheet; pixels: Pixels; scale: number }> {
  const sheets = JSON.parse(readFileSync(join(dir, 'truth.json'), 'utf8')) as Sheet[]
  for (const sheet of sheets) {
    const { data, info } = await sharp(join(dir, sheet.file))
      .rotate()
      .resize(FRAME, FRAME, { fit: 'inside' })
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const { width, height } = info
    yield { sheet, pixels: { data, width, height }, scale: width / sheet.width }
  }
}

/** How well a quad is one of the right answers: 0 to 1, both cut at the rims of the picture. */
export function rightness(
  quad: readonly Point[],
  { quads }: Sheet,
  { width, height }: Pixels,
  scale: number,
): number {
  const frame: Point[] = [
    [0, 0],
    [width, 0],
    [width, height],
    [0, height],
  ]
  const scaled = quads.map((one) => one.map(([x, y]): Point => [x * scale, y * scale]))
  return Math.max(0, ...scaled.map((one) => overlap(one, quad, frame)))
}

/** How often the outline of a sheet is found, by kind of picture. The folder is given by `--dir`. */
export const scan: Bench = {
  name: 'scan',
  title: 'Finding the sheet in a picture',
  run: async ({ dir }) => {
    if (!dir) throw new Error('Give a folder with pictures and a truth.json: --dir DIR.')
    const kinds = new Map<string, { count: number; right: number; shares: number[]; found: number }>()
    const times: number[] = []
    for await (const { sheet, pixels, scale } of framesOf(dir)) {
      const kind = kinds.get(sheet.kind) ?? { count: 0, right: 0, shares: [], found: 0 }
      kinds.set(sheet.kind, kind)
      const { answer, ms } = await timed(async (): Promise<Detection | null> => detect(pixels, PHOTO))
      times.push(ms)
      kind.count++
      if (answer) kind.found++
      if (sheet.quads.length === 0) continue
      const share = answer ? rightness(answer.quad, sheet, pixels, scale) : 0
      kind.shares.push(share)
      if (share >= RIGHT) kind.right++
    }
    const all = [...kinds].toSorted(([a], [b]) => a.localeCompare(b))
    const sheets = all.filter(([, { shares }]) => shares.length > 0)
    const rest = all.filter(([, { shares }]) => shares.length === 0)
    const easy = sheets.filter(([kind]) => kind !== 'faint' && kind !== 'stack')
    const sum = (of: typeof all, what: 'count' | 'right' | 'found') =>
      of.reduce((total, [, kind]) => total + kind[what], 0)
    const total = (name: string, of: typeof all) => [
      name,
      String(sum(of, 'count')),
      `${sum(of, 'right')} (${digits((100 * sum(of, 'right')) / sum(of, 'count'))} %)`,
      '',
    ]
    return {
      columns: ['kind', 'pictures', `right (overlap ≥ ${RIGHT})`, 'median overlap'],
      rows: [
        ...sheets.map(([name, { count, right, shares }]) => [
          name,
          String(count),
          String(right),
          digits(spread(shares).median),
        ]),
        total('all', sheets),
        total('all but faint and stack', easy),
        ...(rest.length > 0
          ? [['without a sheet: found one', String(sum(rest, 'count')), String(sum(rest, 'found')), '']]
          : []),
      ],
      notes: [
        `Pictures of ${FRAME} px, looked at with ${PHOTO} px; ${digits(spread(times).median)} ms a picture (median), ${digits(spread(times).low)} at least.`,
      ],
    }
  },
}
