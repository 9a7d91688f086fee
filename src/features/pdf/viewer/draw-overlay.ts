import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'

/** Renders over a page before printing, and waits for its images. @returns the cleanup function */
export async function drawOverlay(paper: HTMLElement, overlay: ReactNode): Promise<() => void> {
  const layer = document.createElement('div')
  paper.append(layer)
  const root = createRoot(layer)
  flushSync(() => root.render(overlay))
  await Promise.all([...layer.querySelectorAll('image')].map(decoded))
  return () => root.unmount()
}

/** Not every browser can wait for an SVG image, so an HTML image with the same URL is decoded. */
async function decoded(svgImage: SVGImageElement): Promise<void> {
  const image = new Image()
  image.src = svgImage.href.baseVal
  // An image that fails to load on the screen too is omitted.
  await image.decode().catch(() => undefined)
}
