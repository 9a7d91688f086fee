import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { EngineFailure } from '../../kernel/engine.ts'
import { type Sentence, sentence } from '../../kernel/sentence.ts'
import { jpegCoding } from '../image/jpeg-coding.ts'
import { encodeG4 } from './g4.ts'
import { homographyTo, mapped, type Point, type Quad, ratioOf, sidesOf, WHOLE } from './homography.ts'
import { binarise, removeSpecks } from './sauvola.ts'
import { removeShadows } from './shadows.ts'
import { type Box, type CardSide, layOut, type PageSize, type Size } from './sheet.ts'
import { type Raster, warp } from './warp.ts'

export type Filter = 'original' | 'clean' | 'grey' | 'bw'

export interface PageRequest {
  step: 'page'
  /** The page's progress message, and the document's progress at its start. */
  stage: Sentence
  progress: number
  /** Name of the photo in `in`. */
  input: string
  /** Corners as fractions of the upright photo; null for all of it. */
  quad: Quad | null
  filter: Filter
  pageSize: PageSize
  marginMm: number
  card: CardSide | null
  dpi: number
  /** JPEG quality. */
  jpeg: number
  /** Whether OCR follows, which needs a gray image. */
  read: boolean
  maxPixels: number
}

/** A rectified page, in addition to its file. */
export interface PageFacts {
  page: Size
  box: Box
  /** Size of the image to which word coordinates refer. */
  pixels: Size
  image:
    | { kind: 'jpeg'; file: string }
    | { kind: 'g4'; file: string; width: number; height: number; blackIs1: boolean }
  /** Name of the gray image, if requested. */
  read: string | null
}

/** Maximum side in pixels; more adds no visible detail. */
const MOST_SIDE = 6000

/**
 * Creates a page from a photo: rectifies, filters and encodes it.
 * @returns the file names in `out`; the first has the facts
 */
export async function makePage(request: PageRequest): Promise<string[]> {
  const files: string[] = []
  const write = (name: string, bytes: Uint8Array) => {
    writeFileSync(join('out', name), bytes)
    files.push(name)
    return name
  }
  const { sheet, page, box, pixels } = await straightened(request)
  const { filter, dpi } = request
  // OCR input has no shadows, whatever the page's filter.
  const clean =
    filter !== 'original'
      ? await removeShadows(sheet)
      : request.read
        ? await removeShadows({ ...sheet, data: Uint8Array.from(sheet.data) })
        : sheet
  const read = request.read ? write('read.png', await readable(clean, dpi)) : null
  const shown = filter === 'original' ? sheet : clean
  const image =
    filter === 'bw' ? await faxed(shown, dpi, write) : await photographed(shown, request.jpeg, write)
  const facts: PageFacts = { page, box, pixels, image, read }
  const name = 'page.json'
  writeFileSync(join('out', name), JSON.stringify(facts))
  return [name, ...files]
}

type Write = (name: string, bytes: Uint8Array) => string

/** The rectified sheet at the required resolution, and its position on the page. */
async function straightened({ input, quad, filter, pageSize, marginMm, card, dpi, maxPixels }: PageRequest) {
  const path = join('in', input)
  const options = { limitInputPixels: maxPixels, failOn: 'error' } as const
  const { autoOrient: photo } = await sharp(path, options).metadata()
  const corners = scaled(quad ?? WHOLE, photo.width, photo.height)
  const sides = sidesOf(corners)
  const { page, box } = layOut(ratioOf(corners, photo.width, photo.height), pageSize, marginMm, card)
  const pixels = pixelsFor(box, sides, dpi)
  // Keeps the ratio of photo to page pixels between one and two: more wastes time and aliases
  // print.
  const shrink = Math.max(1, Math.min(sides.width / pixels.width, sides.height / pixels.height))
  const [width, height] = [Math.round(photo.width / shrink), Math.round(photo.height / shrink)]
  const upright = sharp(path, options).autoOrient()
  const { data, info } = await (shrink > 1.5 ? upright.resize(width, height, { fit: 'fill' }) : upright)
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const raster: Raster = {
    data,
    width: info.width,
    height: info.height,
    channels: info.channels === 1 ? 1 : 3,
  }
  const inside = quad && filter !== 'original' ? inset(quad) : (quad ?? WHOLE)
  const map = homographyTo(scaled(inside, raster.width, raster.height))
  if (!map)
    throw new EngineFailure(
      'option_refused',
      sentence`The corners of a page lie on one line. Move them to the corners of the sheet.`,
    )
  const isGrey = filter === 'grey' || filter === 'bw'
  return { sheet: warp(raster, map, pixels.width, pixels.height, isGrey), page, box, pixels }
}

/** The fraction of width and height cropped at each side, where the desk would leave a dark rim. */
const RIM = 0.003

function inset(quad: Quad): Quad {
  const map = homographyTo(quad)
  if (!map) return quad
  const [near, far] = [RIM, 1 - RIM]
  return [mapped(map, near, near), mapped(map, far, near), mapped(map, far, far), mapped(map, near, far)]
}

const scaled = (quad: Quad, width: number, height: number): Quad => {
  const at = ([x, y]: Point): Point => [x * width, y * height]
  return [at(quad[0]), at(quad[1]), at(quad[2]), at(quad[3])]
}

/** The pixel size for the resolution, at most the photo's. */
function pixelsFor(box: Size, sides: Size, dpi: number): Size {
  const wanted = { width: (box.width / 72) * dpi, height: (box.height / 72) * dpi }
  const most = Math.min(
    1,
    Math.max(sides.width / wanted.width, sides.height / wanted.height),
    MOST_SIDE / Math.max(wanted.width, wanted.height),
  )
  return {
    width: Math.max(16, Math.round(wanted.width * most)),
    height: Math.max(16, Math.round(wanted.height * most)),
  }
}

const rawOf = ({ width, height, channels }: Raster) => ({ raw: { width, height, channels } })

const readable = ({ data, ...size }: Raster, dpi: number) =>
  sharp(data, rawOf({ data, ...size }))
    .grayscale()
    .withMetadata({ density: dpi })
    .png({ compressionLevel: 1 })
    .toBuffer()

async function photographed(raster: Raster, quality: number, write: Write): Promise<PageFacts['image']> {
  const upright = sharp(raster.data, rawOf(raster))
  const bytes = await (raster.channels === 1 ? upright.toColourspace('b-w') : upright)
    .jpeg(jpegCoding(quality, raster))
    .toBuffer()
  return { kind: 'jpeg', file: write('page.jpg', bytes) }
}

async function faxed(raster: Raster, dpi: number, write: Write): Promise<PageFacts['image']> {
  binarise(raster, Math.round(dpi / 10))
  removeSpecks(raster)
  const { data, ...size } = await encodeG4(raster)
  return { kind: 'g4', file: write('page.g4', data), ...size }
}
