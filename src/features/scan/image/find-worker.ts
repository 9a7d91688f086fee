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
  const corner = ([x, y]: readonly [number, number]): [number, number] => [inside(x), inside(y)]
  const corners = detect(pixels, PHOTO).sheet?.quad
  const quad: Quad | null = corners
    ? [corner(corners[0]), corner(corners[1]), corner(corners[2]), corner(corners[3])]
    : null
  const answer: FindAnswer = { id, quad }
  postMessage(answer)
})
