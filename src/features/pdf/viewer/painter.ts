import { RenderingCancelledException, type RenderTask } from 'pdfjs-dist'
import type { Pdf } from './pdf.ts'
import { renderPage } from './render-page.ts'

export interface Drawing {
  /** The index in the document, from 0. */
  index: number
  /** The total clockwise rotation. */
  rotation: number
  /** Form fields that the page is rendered without: their ids, separated by spaces. */
  hidden: string
  /** Values that replace the file's form values, as `valuesKey` formats them; empty for none. */
  values: string
  /** Pixels per point. */
  sharpness: number
}

export interface PageImage extends Drawing {
  canvas: HTMLCanvasElement
}

type Job = {
  /** The index in the document, from 0. */
  index: number
  /** Called once the page is loaded. */
  drawing: () => Drawing
  /** The lowest is rendered first. */
  rank: () => number
  small: boolean
  done: (image: PageImage) => void
  failed: () => void
}

/** Browsers reject much larger canvases, and phones run out of memory earlier. */
const MOST_PIXELS = 16_000_000
/** The cache limit of invisible pages, which are displayed immediately when scrolled back to. */
const KEPT_PIXELS = 24_000_000
const KEPT_PAGES = 6

export const keyOf = ({ index, rotation, hidden, values }: Drawing) =>
  `${index}/${rotation}/${hidden}/${values}`

/** The screen's resolution, within the canvas limit. Width and height in points. */
export const sharpnessOf = (scale: number, width: number, height: number): number =>
  Math.min(devicePixelRatio * scale, Math.sqrt(MOST_PIXELS / (width * height)))

/** Renders a file's pages, the nearest first, few at a time, and releases distant ones. */
export class Painter {
  readonly #pdf: Pdf
  readonly #jobs = new Set<Job>()
  readonly #running = new Map<Job, RenderTask | null>()
  /** The images of mounted pages. */
  readonly #shown = new Map<string, PageImage>()
  readonly #kept = new Map<string, PageImage>()

  constructor(pdf: Pdf) {
    this.#pdf = pdf
  }

  /** @returns the function that cancels the job */
  draw(job: Job): () => void {
    this.#jobs.add(job)
    queueMicrotask(() => this.#next())
    return () => {
      this.#jobs.delete(job)
      const task = this.#running.get(job)
      this.#running.delete(job)
      task?.cancel()
      this.#next()
    }
  }

  show(image: PageImage) {
    this.#shown.set(keyOf(image), image)
  }

  /** A page was unmounted: its image is cached. */
  leave(image: PageImage) {
    const key = keyOf(image)
    image.canvas.remove()
    if (this.#shown.get(key) === image) this.#shown.delete(key)
    const before = this.#kept.get(key)
    if (before && before !== image) free(before)
    this.#kept.delete(key)
    this.#kept.set(key, image)
    let pixels = 0
    for (const { canvas } of this.#kept.values()) pixels += canvas.width * canvas.height
    for (const [oldest, { index, canvas }] of this.#kept) {
      if (this.#kept.size <= KEPT_PAGES && pixels <= KEPT_PIXELS) break
      pixels -= canvas.width * canvas.height
      this.#kept.delete(oldest)
      canvas.width = 0
      canvas.height = 0
      this.#forget(index)
    }
  }

  /** Takes a page's cached image, when it is mounted again. */
  take(drawing: Drawing): PageImage | null {
    const key = keyOf(drawing)
    const image = this.#kept.get(key) ?? null
    this.#kept.delete(key)
    return image
  }

  /** A page's image, mounted or cached. */
  imageOf(drawing: Drawing): PageImage | null {
    const key = keyOf(drawing)
    return this.#shown.get(key) ?? this.#kept.get(key) ?? null
  }

  /** Releases the cache. */
  close() {
    for (const image of this.#kept.values()) free(image)
    this.#kept.clear()
  }

  /** Releases the worker's data of a page, mainly its images. */
  #forget(index: number) {
    for (const image of this.#shown.values()) if (image.index === index) return
    this.#pdf.page(index).then(
      (page) => page.cleanup(),
      () => {},
    )
  }

  #next() {
    const running = [...this.#running.keys()]
    const pages = running.filter(({ small }) => !small).length
    const waiting = [...this.#jobs].filter((job) => !this.#running.has(job))
    // Thumbnails wait until no page is rendering; jobs that wait for the network do not block
    // others.
    const due = waiting.filter(({ small }) => (small ? running.length === 0 : pages < 2))
    const job = due.sort((a, b) => a.rank() - b.rank()).find(({ small }) => !small) ?? due[0]
    if (!job) return
    this.#running.set(job, null)
    void this.#run(job)
    if (!job.small) this.#next()
  }

  async #run(job: Job) {
    const canvas = document.createElement('canvas')
    try {
      const page = await this.#pdf.page(job.index)
      if (!this.#running.has(job)) return
      const drawing = job.drawing()
      const { view, userUnit } = page
      const shown = { width: (view[2]! - view[0]!) * userUnit, height: (view[3]! - view[1]!) * userUnit }
      const most = Math.sqrt(MOST_PIXELS / (shown.width * shown.height))
      const viewport = page.getViewport({
        scale: Math.min(drawing.sharpness, most),
        rotation: drawing.rotation,
      })
      canvas.width = Math.max(1, Math.round(viewport.width))
      canvas.height = Math.max(1, Math.round(viewport.height))
      const task = renderPage(this.#pdf, page, drawing, { canvas, viewport })
      this.#running.set(job, task)
      await task.promise
      if (this.#running.has(job)) job.done({ ...drawing, canvas })
      if (job.small) this.#forget(job.index)
    } catch (error) {
      canvas.width = 0
      if (this.#running.has(job) && !(error instanceof RenderingCancelledException)) job.failed()
    } finally {
      this.#jobs.delete(job)
      this.#running.delete(job)
      this.#next()
    }
  }
}

function free({ canvas }: PageImage) {
  canvas.width = 0
  canvas.height = 0
}

const painters = new WeakMap<Pdf, Painter>()

/** One per file, so that pages come before thumbnails. */
export function painterOf(pdf: Pdf): Painter {
  const there = painters.get(pdf)
  if (there) return there
  const made = new Painter(pdf)
  painters.set(pdf, made)
  return made
}
