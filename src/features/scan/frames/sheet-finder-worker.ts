import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import type { Pixels } from './detect/image.ts'
import { findSheet, type Sighting } from './find-sheet.ts'

export type FinderRequest =
  | { id: number; kind: 'find'; source: ImageBitmap | Pixels; side: number }
  | { id: number; kind: 'hash'; bytes: ArrayBuffer }

export type FinderAnswer =
  | { id: number; sighting: Sighting }
  | { id: number; hash: string }
  | { id: number; error: string }

let canvas: OffscreenCanvas | null = null

function pixelsOf(source: ImageBitmap): Pixels {
  const { width, height } = source
  canvas ??= new OffscreenCanvas(width, height)
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height })
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('the canvas has no context')
  context.drawImage(source, 0, 0)
  source.close()
  return context.getImageData(0, 0, width, height)
}

function answerTo(request: FinderRequest): FinderAnswer {
  if (request.kind === 'hash')
    return { id: request.id, hash: bytesToHex(sha256(new Uint8Array(request.bytes))) }
  const { source, side, id } = request
  return { id, sighting: findSheet('data' in source ? source : pixelsOf(source), side) }
}

// Runs in a worker: detection takes longer than a frame, and hashing a photo longer than ten.
addEventListener('message', ({ data }: MessageEvent<FinderRequest>) => {
  let answer: FinderAnswer
  try {
    answer = answerTo(data)
  } catch (error) {
    answer = { id: data.id, error: String(error) }
  }
  postMessage(answer)
})
