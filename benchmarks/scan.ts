import { readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { detect, LIVE, PHOTO } from '../src/features/scan/frames/detect/detect.ts'
import type { Pixels, Point } from '../src/features/scan/frames/detect/image.ts'
import { digits, spread } from './figures.ts'
import { overlap } from './overlap.ts'
import type { Bench } from './table.ts'

/**
 * An image and the corners of its sheet. An open book has several correct answers, an empty image
 * none.
 */
export interface SheetImage {
  file: string
  kind: string
  width: number
  height: number
  quads: Point[][]
}

/** Longer side in pixels: of a captured image, and of a live frame. */
export const TAKEN = 640
export const FRAME = LIVE
export const RIGHT = 0.9
/**
 * Detections per live frame, to separate the time of the detector from other load of the machine.
 */
const ROUNDS = 8

/** Reads the images of a folder with a `truth.json`. @param side pixels of the longer side */
export async function* imagesOf(
  dir: string,
  side: number,
): AsyncGenerator<{ image: SheetImage; pixels: Pixels }> {
  const images = JSON.parse(readFileSync(join(dir, 'truth.json'), 'utf8')) as SheetImage[]
  for (const image of images) {
    const { data, info } = await sharp(join(dir, image.file))
      .rotate()
      .resize(side, side, { fit: 'inside' })
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    yield { image, pixels: { data, width: info.width, height: info.height } }
  }
}

/**
 * The best overlap of a quad with the correct answers: 0 to 1, both clipped to the image.
 * @param quad fractions of width and height
 */
export function rightness(quad: readonly Point[], { quads, width, height }: SheetImage): number {
  const scaled = quad.map(([x, y]): Point => [x * width, y * height])
  const frame: Point[] = [
    [0, 0],
    [width, 0],
    [width, height],
    [0, height],
  ]
  return Math.max(0, ...quads.map((one) => overlap(one, scaled, frame)))
}

interface Tally {
  shares: number[]
  right: number
  found: number
  count: number
}

/** Runs the detector on images of one size and counts the results by kind. */
async function judge(dir: string, size: number, side: number): Promise<Map<string, Tally>> {
  const kinds = new Map<string, Tally>()
  for await (const { image, pixels } of imagesOf(dir, size)) {
    const kind = kinds.get(image.kind) ?? { shares: [], right: 0, found: 0, count: 0 }
    kinds.set(image.kind, kind)
    const { sheet } = detect(pixels, side)
    kind.count++
    if (sheet) kind.found++
    if (image.quads.length === 0) continue
    const share = sheet ? rightness(sheet.quad, image) : 0
    kind.shares.push(share)
    if (share >= RIGHT) kind.right++
  }
  return kinds
}

/** Milliseconds of each detection in live frames, and of the fastest one per frame. */
async function timeFrames(dir: string): Promise<{ all: number[]; fastest: number[] }> {
  const frames: Pixels[] = []
  for await (const { pixels } of imagesOf(dir, FRAME)) frames.push(pixels)
  const all: number[] = []
  const fastest = frames.map(() => Number.POSITIVE_INFINITY)
  for (let round = 0; round <= ROUNDS; round++)
    for (const [at, frame] of frames.entries()) {
      const began = performance.now()
      detect(frame, LIVE)
      const ms = performance.now() - began
      // The first round compiles the code.
      if (round === 0) continue
      all.push(ms)
      fastest[at] = Math.min(fastest[at] as number, ms)
    }
  return { all, fastest }
}

/** Detection rate by kind of image, and detection time. `--dir` names the folder of the images. */
export const scan: Bench = {
  name: 'scan',
  title: 'Detecting the sheet in an image',
  run: async ({ dir }) => {
    if (!dir) throw new Error('Give a folder with images and a truth.json: --dir DIR.')
    const taken = await judge(dir, TAKEN, PHOTO)
    const live = await judge(dir, FRAME, LIVE)
    const before = loadavg()[0] ?? Number.NaN
    const { all, fastest } = await timeFrames(dir)
    const after = loadavg()[0] ?? Number.NaN
    const names = [...taken.keys()].toSorted()
    const isEmpty = (name: string) => taken.get(name)?.shares.length === 0
    const sheets = names.filter((name) => !isEmpty(name))
    const empty = names.filter(isEmpty)
    const sum = (of: readonly string[], from: Map<string, Tally>, what: 'count' | 'right' | 'found') =>
      of.reduce((total, name) => total + (from.get(name)?.[what] ?? 0), 0)
    const part = (of: readonly string[], from: Map<string, Tally>) =>
      `${sum(of, from, 'right')} (${digits((100 * sum(of, from, 'right')) / sum(of, from, 'count'))} %)`
    const total = (name: string, of: readonly string[]) => [
      ...[name, String(sum(of, taken, 'count')), part(of, taken), '', part(of, live)],
    ]
    const found = (from: Map<string, Tally>) => String(sum(empty, from, 'found'))
    const low = digits(spread(all).low)
    return {
      columns: ['kind', 'images', `correct at ${TAKEN} px`, 'median overlap', `correct at ${FRAME} px`],
      rows: [
        ...sheets.map((name) => [
          ...[name, cellOf(taken, name, 'count'), cellOf(taken, name, 'right')],
          ...[digits(spread(taken.get(name)?.shares ?? []).median), cellOf(live, name, 'right')],
        ]),
        total('all', sheets),
        total(
          'all except faint and stack',
          sheets.filter((name) => name !== 'faint' && name !== 'stack'),
        ),
        ...(empty.length > 0
          ? [['without a sheet, detected', String(sum(empty, taken, 'count')), found(taken), '', found(live)]]
          : []),
        [
          `time of a frame of ${FRAME} px, ms`,
          String(all.length),
          `minimum ${low}`,
          '',
          `median ${digits(spread(all).median)}`,
        ],
      ],
      notes: [
        `A detection is correct with an overlap (IoU) of at least ${RIGHT}. An image of ${TAKEN} px is analyzed at about ${PHOTO} px.`,
        `Each frame was analyzed ${ROUNDS} times. Fastest detection per frame: median ${digits(spread(fastest).median)} ms, slowest ${digits(spread(fastest).high)} ms. Load (1 minute) ${digits(before)} before, ${digits(after)} after.`,
      ],
    }
  },
}

const cellOf = (from: Map<string, Tally>, name: string, what: 'count' | 'right') =>
  String(from.get(name)?.[what] ?? 0)
