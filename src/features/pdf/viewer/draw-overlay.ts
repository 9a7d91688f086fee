import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'

/**
 * Draws over a page that is about to be printed, and waits for the images in it. @returns what
 * removes it
 */
export async function drawOverlay(paper: HTMLElement, overlay: ReactNode): Promise<() => void> {
  const layer = document.createElement('div')
  paper.append(layer)
  const root = createRoot(layer)
  flushSync(() => root.render(overlay))
  await Promise.all([...layer.querySelectorAll('image')].map(decoded))
  return () => root.unmount()
}

/** An image in SVG cannot be waited for in every browser; the same one outside of it can. */
async function decoded(svgImage: SVGImageElement): Promise<void> {
  const image = new Image()
  image.src = svgImage.href.baseVal
  // One that cannot be shown on the screen either is left out.
  await image.decode().catch(() => undefined)
}
