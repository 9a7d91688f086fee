import { changeSoon } from '../files.ts'

interface Wish {
  id: string
  file: File
  /** The detected format, or else the extension. */
  format: string
}

/** The limit of thumbnails: other files show icons. */
const MOST_DRAWN = 300

/** Changes within this time are rendered together. */
const TOGETHER_MS = 500

const wishes: Wish[] = []
let drawing = false
let drawn = 0

/** Draws a file's thumbnail when the page is idle, one file at a time. */
export function wantThumb(wish: Wish): void {
  if (typeof requestIdleCallback !== 'function' || drawn + wishes.length >= MOST_DRAWN) return
  wishes.push(wish)
  if (drawing) return
  drawing = true
  requestIdleCallback(() => void drawAll())
}

async function drawAll(): Promise<void> {
  // If its code fails to load, the icons stay.
  const code = await import('./draw-thumb.ts').catch(() => null)
  let ready = new Map<string, string>()
  let since = performance.now()
  for (let wish = wishes.shift(); wish !== undefined; wish = wishes.shift()) {
    const thumbnail = await code?.drawThumb(wish.file, wish.format).catch(() => null)
    if (thumbnail) ready.set(wish.id, URL.createObjectURL(thumbnail))
    drawn += 1
    if (wishes.length === 0 || performance.now() - since > TOGETHER_MS) {
      for (const [id, thumb] of ready) changeSoon(id, { thumb })
      ready = new Map()
      since = performance.now()
    }
    await idle()
  }
  code?.endThumbs()
  drawing = false
  drawn = 0
}

const idle = () => new Promise<void>((resolve) => requestIdleCallback(() => resolve()))
