import { isConvex, pixelsOf, type Quad } from '../../scan-sheet/index.ts'
import type { FindAnswer, FindRequest } from './find-worker.ts'

/** Pixels of the longer side on which corners are refined. */
const LONG = 1600

let worker: Worker | null = null
let lastId = 0
const waiting = new Map<number, (quad: Quad | null) => void>()

function startWorker(): Worker {
  if (worker) return worker
  const made = new Worker(new URL('./find-worker.ts', import.meta.url), { type: 'module' })
  made.addEventListener('message', ({ data }: MessageEvent<FindAnswer>) => settle(data))
  made.addEventListener('error', (event) => {
    event.preventDefault()
    made.terminate()
    worker = null
    for (const id of [...waiting.keys()]) settle({ id, quad: null })
  })
  worker = made
  return made
}

function settle({ id, quad }: FindAnswer): void {
  waiting.get(id)?.(quad)
  waiting.delete(id)
}

/** The corners of the sheet in a photo, as shares of it. Null where there is none: the whole photo is the page. */
export async function findCorners(photo: ImageBitmap): Promise<Quad | null> {
  const scale = Math.min(1, LONG / Math.max(photo.width, photo.height))
  const pixels = pixelsOf(photo, {
    width: Math.max(1, Math.round(photo.width * scale)),
    height: Math.max(1, Math.round(photo.height * scale)),
  })
  const id = ++lastId
  const request: FindRequest = { id, pixels }
  const quad = await new Promise<Quad | null>((resolve) => {
    waiting.set(id, resolve)
    startWorker().postMessage(request, [pixels.data.buffer])
  })
  return quad && isConvex(quad) ? quad : null
}
