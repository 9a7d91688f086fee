import { useEffect, useState } from 'react'
import { getPairedImage } from '../../../api/public-scan.ts'
import type { PhonePage } from '../pages/phone-page.ts'

/** Pixels of the longer side of what previews are drawn of. */
const SMALL = 1200

export type Photo =
  | { status: 'loading' }
  | { status: 'ready'; url: string; width: number; height: number; small: ImageBitmap }
  /** The bytes are no picture to this browser. */
  | { status: 'unreadable' }
  | { status: 'failed'; error: unknown }

const LOADING: Photo = { status: 'loading' }

/** The upright photo of a page, from this phone while it is here, else from the server. */
export function usePhoto(token: string, { page_id, queued, listed }: PhonePage, round: number): Photo {
  const [photo, setPhoto] = useState<Photo>(LOADING)
  const blob = queued?.photo ?? null
  const version = listed?.photo_version ?? null
  // biome-ignore lint/correctness/useExhaustiveDependencies: a further round tries once more
  useEffect(() => {
    const life = new AbortController()
    let url: string | null = null
    let small: ImageBitmap | null = null
    const load = async () => {
      if (!blob && version === null) return
      const given =
        blob ?? (await getPairedImage(token, { page_id, photo_version: version ?? 1 }, 'page', life.signal))
      const size = await sizeOf(given)
      if (!size) return setPhoto({ status: 'unreadable' })
      const bitmap = await smallOf(given, size)
      if (life.signal.aborted) return bitmap.close()
      small = bitmap
      url = URL.createObjectURL(given)
      setPhoto({ status: 'ready', url, ...size, small })
    }
    setPhoto(LOADING)
    load().catch((error) => {
      if (!life.signal.aborted) setPhoto({ status: 'failed', error })
    })
    return () => {
      life.abort()
      small?.close()
      if (url) URL.revokeObjectURL(url)
    }
    // The photo that is here and the same one on the server are one: when it was sent, nothing is loaded again.
  }, [token, page_id, queued?.sha256 ?? version, round])
  return photo
}

type Size = { width: number; height: number }

/** Pixels of the upright picture; null where this browser cannot read it. */
async function sizeOf(blob: Blob): Promise<Size | null> {
  const bitmap = await createImageBitmap(blob).catch(() => null)
  if (!bitmap) return null
  const { width, height } = bitmap
  bitmap.close()
  return { width, height }
}

function smallOf(blob: Blob, { width, height }: Size): Promise<ImageBitmap> {
  const scale = Math.min(1, SMALL / Math.max(width, height))
  return createImageBitmap(blob, {
    resizeWidth: Math.max(1, Math.round(width * scale)),
    resizeHeight: Math.max(1, Math.round(height * scale)),
    resizeQuality: 'medium',
  })
}
