import { writeFileSync } from 'node:fs'
import { checkImage } from '../image/reopen.ts'
import { meanHeights } from './waveform.ts'

/** A sheet of paper with bars in the violet of video and audio, as the dashboard has them. */
const PAPER = '#fffefc'
const VIOLET = '#735097'
const BARS = 36
/** Of the sheet, by its width: a margin on either side, and a bar by the room that it has. */
const MARGIN = 0.1
const BAR = 0.56
const FULL_HEIGHT = 0.45

/**
 * Draws a sound as an image: bars as high as it is loud there, the loudest of them full, so that a
 * quiet recording is seen as well; silence is a row of dots. `size` is the longer side in pixels.
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
  // Loaded here, since nothing else that these children do needs it.
  const { default: sharp } = await import('sharp')
  const bytes = await sharp(Buffer.from(svg)).removeAlpha().webp({ quality: 90 }).toBuffer()
  checkImage(bytes, 'webp', { width, height })
  writeFileSync(output, bytes)
  return { width, height, duration }
}
