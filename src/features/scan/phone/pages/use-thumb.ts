import { type RefObject, useEffect, useState } from 'react'
import { getPairedImage } from '../../../../api/public-scan.ts'
import { drawResult } from '../../sheet/index.ts'
import type { PhonePage } from './phone-page.ts'

/** Pixels of the longer side. */
const SIZE = 200

/**
 * Whether an element is in or near the viewport: in a session of 200 pages the others need no
 * image.
 */
export function useIsNear(element: RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(typeof IntersectionObserver === 'undefined')
  useEffect(() => {
    if (isNear || !element.current) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true)
      },
      { rootMargin: '200px' },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, isNear])
  return isNear
}

/** The cache key of a thumbnail: as long as it is equal, the thumbnail is reused. */
const keyOf = ({ page_id, queued, listed, settings }: PhonePage) =>
  [page_id, queued?.sha256 ?? listed?.photo_version, JSON.stringify(settings)].join()

/**
 * The URL of a rendered thumbnail: straightened, filtered and rotated. Null while loading, and if
 * it cannot be rendered.
 */
export function useThumb(token: string, page: PhonePage, isNear: boolean): string | null {
  const [url, setUrl] = useState<string | null>(null)
  const key = keyOf(page)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says whether the page looks different
  useEffect(() => {
    if (!isNear) return
    const life = new AbortController()
    drawThumb(token, page, life.signal).then(
      (blob) => {
        if (life.signal.aborted || !blob) return
        setUrl(URL.createObjectURL(blob))
      },
      () => undefined,
    )
    return () => life.abort()
  }, [token, key, isNear])
  // The previous one is shown until the next one is ready.
  useEffect(
    () => () => {
      if (url) URL.revokeObjectURL(url)
    },
    [url],
  )
  return url
}

async function drawThumb(token: string, page: PhonePage, signal: AbortSignal): Promise<Blob | null> {
  const { queued, listed, settings } = page
  const source =
    queued?.preview ?? queued?.photo ?? (listed && (await getPairedImage(token, listed, 'thumb', signal)))
  if (!source) return null
  const bitmap = await createImageBitmap(source)
  const canvas = document.createElement('canvas')
  try {
    const drawn = await drawResult(bitmap, settings, SIZE, signal)
    canvas.width = drawn.width
    canvas.height = drawn.height
    canvas.getContext('2d')?.putImageData(drawn, 0, 0)
    return await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.8))
  } finally {
    bitmap.close()
    canvas.width = canvas.height = 1
  }
}
