import { RenderingCancelledException, type RenderTask } from 'pdfjs-dist'
import type { Pdf } from './pdf.ts'
import { renderPage } from './render-page.ts'

export interface Drawing {
  /** Of the document, from 0. */
  index: number
  /** All in all, clockwise. */
  rotation: number
  /** Form fields that the page is drawn without: their ids, with a space between two. */
  hidden: string
  /**
   * What form fields hold instead of what the file says, as `valuesKey` writes it; empty where
   * nothing else.
   */
  values: string
  /** Pixels per point. */
  sharpness: number
}

export interface PageImage extends Drawing {
  canvas: HTMLCanvasElement
}

type Job = {
  /** Of the document, from 0. */
  index: number
  /** Asked once the page is known. */
  drawing: () => Drawing
  /** The lowest is drawn first. */
  rank: () => number
  small: boolean
  done: (image: PageImage) => void
  failed: () => void
}

/** A browser refuses canvases that are much larger, and a phone runs out of memory before. */
const MOST_PIXELS = 16_000_000
/** What is kept of pages that are out of sight, so that scrolling back shows them at once. */
const KEPT_PIXELS = 24_000_000
const KEPT_PAGES = 6

export const keyOf = ({ index, rotation, hidden, values }: Drawing) =>
  `${index}/${rotation}/${hidden}/${values}`

/** As sharp as the screen shows, and as a browser allows. Width and height in points. */
export const sharpnessOf = (scale: number, width: number, height: number): number =>
  Math.min(devicePixelRatio * scale, Math.sqrt(MOST_PIXELS / (width * height)))

/** Draws a file's pages, the nearest first, few at a time, and releases those that are far away. */
export class Painter {
  readonly #pdf: Pdf
  readonly #jobs = new Set<Job>()
  readonly #running = new Map<Job, RenderTask | null>()
  /** Pages in sight, and how many show each. */
  readonly #shown = new Map<string, PageImage>()
  readonly #kept = new Map<string, PageImage>()

  constructor(pdf: Pdf) {
    this.#pdf = pdf
  }

  /** @returns what takes the wish back */
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

  /** A page left: its image is kept for a while. */
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

  /** The kept image of a page that is there again, for it alone. */
  take(drawing: Drawing): PageImage | null {
    const key = keyOf(drawing)
    const image = this.#kept.get(key) ?? null
    this.#kept.delete(key)
    return image
  }

  /** A page's image where there is one, in sight or kept. */
  imageOf(drawing: Drawing): PageImage | null {
    const key = keyOf(drawing)
    return this.#shown.get(key) ?? this.#kept.get(key) ?? null
  }

  /** Releases what is kept. */
  close() {
    for (const image of this.#kept.values()) free(image)
    this.#kept.clear()
  }

  /** What the worker sent to draw a page, its images above all. */
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
    // Thumbnails wait until no page does; one that waits for the network holds nothing up.
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

/** One for each file, so that the pages come before the thumbnails. */
export function painterOf(pdf: Pdf): Painter {
  const there = painters.get(pdf)
  if (there) return there
  const made = new Painter(pdf)
  painters.set(pdf, made)
  return made
}
