import { writeFileSync } from 'node:fs'
import { checkImage } from '../image/reopen.ts'
import { meanHeights } from './waveform.ts'

/** Colors: paper, and bars in the dashboard's violet for video and audio. */
const PAPER = '#fffefc'
const VIOLET = '#735097'
const BARS = 36
/** Fractions: margin by image width, bar by its slot. */
const MARGIN = 0.1
const BAR = 0.56
const FULL_HEIGHT = 0.45

/**
 * Draws audio as bars of its loudness, normalized to the loudest so that quiet recordings are
 * visible; silence is a row of dots. `size` is the longer side in pixels.
 */
export async function drawSound(samples: string, output: string, size: number) {
  const { heights, duration } = meanHeights(samples, BARS)
  const width = size
  const height = Math.round((size * 3) / 4)
  const loudest = Math.max(...heights)
  const room = (width * (1 - 2 * MARGIN)) / BARS
  const bar = room * BAR
  const bars = heights.map((value, index) => {
    const tall = Math.max(bar, loudest > 0 ? (value / loudest) * width * FULL_HEIGHT : 0)
    const x = width * MARGIN + room * index + (room - bar) / 2
    return `<rect x="${x.toFixed(2)}" y="${((height - tall) / 2).toFixed(2)}" width="${bar.toFixed(2)}" height="${tall.toFixed(2)}" rx="${(bar / 2).toFixed(2)}"/>`
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${PAPER}"/><g fill="${VIOLET}">${bars.join('')}</g></svg>`
  // Loaded here, since these children need it for nothing else.
  const { default: sharp } = await import('sharp')
  const bytes = await sharp(Buffer.from(svg)).removeAlpha().webp({ quality: 90 }).toBuffer()
  checkImage(bytes, 'webp', { width, height })
  writeFileSync(output, bytes)
  return { width, height, duration }
}
