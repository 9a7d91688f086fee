import type { Pixels, Quad } from '../../scan-sheet/index.ts'
import { detect, PHOTO } from '../detect/detect.ts'

export interface FindRequest {
  id: number
  pixels: Pixels
}
export interface FindAnswer {
  id: number
  /** Shares of the photo; null where there is no sheet. */
  quad: Quad | null
}

const inside = (value: number) => Math.min(1, Math.max(0, value))

addEventListener('message', ({ data: { id, pixels } }: MessageEvent<FindRequest>) => {
  const shareOf = ([x, y]: readonly [number, number]): [number, number] => [
    inside(x / pixels.width),
    inside(y / pixels.height),
  ]
  const corners = detect(pixels, PHOTO)?.quad
  const quad: Quad | null = corners
    ? [shareOf(corners[0]), shareOf(corners[1]), shareOf(corners[2]), shareOf(corners[3])]
    : null
  const answer: FindAnswer = { id, quad }
  postMessage(answer)
})
