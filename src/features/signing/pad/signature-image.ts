/** The maximum size of a signature image: pixels, and bytes that the server accepts. */
const WIDEST = 1200
const HIGHEST = 480
const MOST_BYTES = 290_000

/** The pen's color: the blue of fields on paper, in both themes. */
export const ink = () => getComputedStyle(document.documentElement).getPropertyValue('--color-paper-accent')

/** The drawing on a canvas, cropped to its content; null if it is empty. */
export function inked(canvas: HTMLCanvasElement): HTMLCanvasElement | null {
  const { width, height } = canvas
  const pixels = canvas.getContext('2d')?.getImageData(0, 0, width, height).data
  if (!pixels) return null
  let [left, top, right, bottom] = [width, height, -1, -1]
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      if ((pixels[(y * width + x) * 4 + 3] ?? 0) < 8) continue
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
      bottom = Math.max(bottom, y)
    }
  if (right < 0) return null
  return copyOf(canvas, { left, top, width: right - left + 1, height: bottom - top + 1 })
}

type Part = { left: number; top: number; width: number; height: number }

function copyOf(source: CanvasImageSource, { left, top, width, height }: Part): HTMLCanvasElement {
  const scale = Math.min(1, WIDEST / width, HIGHEST / height)
  const copy = document.createElement('canvas')
  copy.width = Math.max(1, Math.round(width * scale))
  copy.height = Math.max(1, Math.round(height * scale))
  copy
    .getContext('2d', { willReadFrequently: true })
    ?.drawImage(source, left, top, width, height, 0, 0, copy.width, copy.height)
  return copy
}

/** A PNG in base64, scaled down if it has too many bytes. */
export async function asPng(canvas: HTMLCanvasElement): Promise<string> {
  let now = canvas
  for (;;) {
    const blob = await new Promise<Blob | null>((resolve) => now.toBlob(resolve, 'image/png'))
    if (!blob) throw new Error('the canvas gives no image')
    if (blob.size <= MOST_BYTES || now.width < 100) return base64(blob)
    const { width, height } = now
    const smaller = document.createElement('canvas')
    smaller.width = Math.round(width * 0.7)
    smaller.height = Math.round(height * 0.7)
    smaller.getContext('2d')?.drawImage(now, 0, 0, smaller.width, smaller.height)
    now = smaller
  }
}

async function base64(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer())
  let text = ''
  for (let at = 0; at < bytes.length; at += 8192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return btoa(text)
}

/**
 * A photo or scan of a signature: the paper becomes transparent, so that the page shows through.
 */
export async function fromFile(file: Blob): Promise<HTMLCanvasElement | null> {
  const bitmap = await createImageBitmap(file)
  const { width, height } = bitmap
  const canvas = copyOf(bitmap, { left: 0, top: 0, width, height })
  bitmap.close()
  const context = canvas.getContext('2d')
  if (!context) return null
  const image = context.getImageData(0, 0, canvas.width, canvas.height)
  const { data } = image
  for (let at = 0; at < data.length; at += 4) {
    const light = ((data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + 2] ?? 0)) / 3
    // White is paper, black is ink, with a gradual transition.
    data[at + 3] = Math.min(data[at + 3] ?? 0, Math.round(Math.max(0, Math.min(1, (235 - light) / 80)) * 255))
  }
  context.putImageData(image, 0, 0)
  return inked(canvas)
}

/** A name as a canvas in a script font. */
export function written(text: string, font: string): HTMLCanvasElement | null {
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context || text.trim() === '') return null
  const SIZE = 96
  context.font = `${SIZE}px ${font}`
  canvas.width = Math.ceil(context.measureText(text).width) + SIZE
  canvas.height = SIZE * 2
  context.font = `${SIZE}px ${font}`
  context.fillStyle = ink()
  context.textBaseline = 'middle'
  context.fillText(text, SIZE / 2, SIZE)
  return inked(canvas)
}
