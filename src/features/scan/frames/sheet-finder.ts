import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import type { Pixels } from './detect/image.ts'
import { findSheet, type Sighting } from './find-sheet.ts'
import type { FinderAnswer, FinderRequest } from './sheet-finder-worker.ts'

/**
 * The longer side in pixels at which frames and photos are searched: corners are refined at this
 * size.
 */
export const [FRAME_SIZE, PHOTO_SIZE] = [512, 1280]

export interface SheetFinder {
  /**
   * The sheet in an image or in the video’s current frame. @param side `LIVE` or `PHOTO` of the
   * detector
   */
  find: (source: ImageSource, side: number, size: number) => Promise<Sighting>
  /** SHA-256 in hexadecimal: over plain HTTP the browser's crypto API is not available. */
  hash: (blob: Blob) => Promise<string>
  close: () => void
}

export type ImageSource = HTMLVideoElement | ImageBitmap

type Waiting = { resolve: (answer: FinderAnswer) => void; reject: (error: Error) => void }
/** A request without its id; the conditional type keeps each variant's fields. */
type Unnumbered = FinderRequest extends infer Request
  ? Request extends FinderRequest
    ? Omit<Request, 'id'>
    : never
  : never

/** In a worker if available, otherwise on the main thread. */
export function createSheetFinder(): SheetFinder {
  const waiting = new Map<number, Waiting>()
  let last = 0
  let worker = startWorker()

  function startWorker(): Worker | null {
    if (typeof Worker === 'undefined') return null
    const started = new Worker(new URL('./sheet-finder-worker.ts', import.meta.url), { type: 'module' })
    started.addEventListener('message', ({ data }: MessageEvent<FinderAnswer>) => {
      waiting.get(data.id)?.resolve(data)
      waiting.delete(data.id)
    })
    started.addEventListener('error', (event) => {
      event.preventDefault()
      worker = null
      for (const { reject } of waiting.values()) reject(new Error('the worker did not start'))
      waiting.clear()
    })
    return started
  }
  function ask(request: Unnumbered, transfer: Transferable[]): Promise<FinderAnswer> | null {
    const id = ++last
    return (
      worker &&
      new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject })
        worker?.postMessage({ ...request, id }, transfer)
      })
    )
  }
  return {
    find: async (source, side, size) => {
      if (!worker) return findSheet(readPixels(source, size), side)
      const bitmap = await shrunkBitmap(source, size)
      const given = bitmap ?? readPixels(source, size)
      const answer = await ask(
        { kind: 'find', source: given, side },
        'data' in given ? [given.data.buffer] : [given],
      )
      if (answer && 'sighting' in answer) return answer.sighting
      return findSheet(readPixels(source, size), side)
    },
    hash: async (blob) => {
      const bytes = await blob.arrayBuffer()
      const answer = await ask({ kind: 'hash', bytes }, [])?.catch(() => null)
      if (answer && 'hash' in answer) return answer.hash
      return bytesToHex(sha256(new Uint8Array(bytes)))
    },
    close: () => {
      worker?.terminate()
      worker = null
    },
  }
}

const sizeOf = (source: ImageSource) =>
  'videoWidth' in source
    ? { width: source.videoWidth, height: source.videoHeight }
    : { width: source.width, height: source.height }

function shrunk(source: ImageSource, size: number): { width: number; height: number } {
  const { width, height } = sizeOf(source)
  const scale = Math.min(1, size / Math.max(width, height, 1))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/**
 * A small copy, made without reading pixels on the main thread; null if the browser or the worker
 * cannot.
 */
async function shrunkBitmap(source: ImageSource, size: number): Promise<ImageBitmap | null> {
  if (typeof OffscreenCanvas === 'undefined' || typeof createImageBitmap === 'undefined') return null
  const { width, height } = shrunk(source, size)
  try {
    const bitmap = await createImageBitmap(source, {
      resizeWidth: width,
      resizeHeight: height,
      resizeQuality: 'medium',
    })
    // Older browsers ignore the option.
    if (bitmap.width === width) return bitmap
    bitmap.close()
    return null
  } catch {
    return null
  }
}

let canvas: HTMLCanvasElement | null = null

function readPixels(source: ImageSource, size: number): Pixels & { data: Uint8ClampedArray<ArrayBuffer> } {
  const { width, height } = shrunk(source, size)
  canvas ??= document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('the canvas has no context')
  context.drawImage(source, 0, 0, width, height)
  const { data } = context.getImageData(0, 0, width, height)
  return { data: new Uint8ClampedArray(data), width, height }
}
