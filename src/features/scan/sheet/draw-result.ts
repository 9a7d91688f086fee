import { type RenderRequest, renderSheet } from './render-sheet.ts'
import type { WorkerAnswer, WorkerRequest } from './sheet-worker.ts'
import type { Filter, Pixels, Settings, Size } from './types.ts'

/**
 * The maximum of photo pixels per page pixel along a side: the browser drops more, which is faster.
 */
const KEPT = 2

/**
 * Renders a photo with its settings: straightened, filtered and rotated.
 * @param longSide pixels of the longer side of the page · @throws AbortError
 */
export async function drawResult(
  photo: ImageBitmap,
  settings: Settings,
  longSide: number,
  signal?: AbortSignal,
): Promise<ImageData> {
  const [page] = await drawFilters(photo, settings, [settings.filter], longSide, signal)
  if (!page) throw new Error('no page was drawn')
  return page
}

/** The same with several filters, for their previews: the photo is straightened once. */
export async function drawFilters(
  photo: ImageBitmap,
  { quad, rotation }: Pick<Settings, 'quad' | 'rotation'>,
  filters: readonly Filter[],
  longSide: number,
  signal?: AbortSignal,
): Promise<ImageData[]> {
  signal?.throwIfAborted()
  const original = { width: photo.width, height: photo.height }
  const pixels = pixelsOf(photo, shrunkFor(quad, original, longSide))
  const pages = await render(
    { photo: pixels, settings: { quad, rotation }, filters, longSide, original },
    signal,
  )
  signal?.throwIfAborted()
  return pages.map(({ data, width, height }) => new ImageData(data, width, height))
}

/** Puts a rendered page on a canvas, which gets its size. */
export function putPage(canvas: HTMLCanvasElement, page: ImageData): void {
  canvas.width = page.width
  canvas.height = page.height
  canvas.getContext('2d')?.putImageData(page, 0, 0)
}

/** The size at which the photo is read for a page of this size. */
export function shrunkFor(quad: Settings['quad'], { width, height }: Size, longSide: number): Size {
  const xs = (quad ?? [[0], [1]]).map(([x]) => x)
  const ys = (
    quad ?? [
      [0, 0],
      [0, 1],
    ]
  ).map(([, y]) => y ?? 0)
  const span = (values: number[]) => Math.max(...values) - Math.min(...values)
  const long = Math.max(1, span(xs) * width, span(ys) * height)
  const scale = Math.min(1, (KEPT * longSide) / long)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/**
 * The pixels of an image at a size. The canvas is emptied immediately: Safari limits the total
 * canvas memory.
 */
export function pixelsOf(image: CanvasImageSource, { width, height }: Size): Pixels {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('the canvas has no context')
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, 0, 0, width, height)
  const { data } = context.getImageData(0, 0, width, height)
  canvas.width = canvas.height = 1
  return { width, height, data: new Uint8ClampedArray(data) }
}

type Waiting = { resolve: (pages: Pixels[]) => void; reject: (error: Error) => void }

let worker: Worker | null = null
let isBroken = false
let lastId = 0
const waiting = new Map<number, Waiting>()

/** One worker for the whole page, started by the first result. */
function startWorker(): Worker | null {
  if (worker || isBroken || typeof Worker === 'undefined') return worker
  worker = new Worker(new URL('./sheet-worker.ts', import.meta.url), { type: 'module' })
  worker.addEventListener('message', ({ data }: MessageEvent<WorkerAnswer>) => {
    waiting.get(data.id)?.resolve(data.pages)
    waiting.delete(data.id)
  })
  worker.addEventListener('error', (event) => {
    event.preventDefault()
    isBroken = true
    worker?.terminate()
    worker = null
    for (const { reject } of waiting.values()) reject(new Error('the worker did not start'))
    waiting.clear()
  })
  return worker
}

async function render(request: RenderRequest, signal?: AbortSignal): Promise<Pixels[]> {
  const running = startWorker()
  if (!running) return renderSheet(request)
  const id = ++lastId
  try {
    return await new Promise<Pixels[]>((resolve, reject) => {
      waiting.set(id, { resolve, reject })
      const message: WorkerRequest = { id, request }
      running.postMessage(message)
    })
  } catch (error) {
    // If the browser blocks the worker, the main thread renders, less smoothly.
    if (signal?.aborted) throw error
    return renderSheet(request)
  }
}
