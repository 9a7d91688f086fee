import { useEffect, useState } from 'react'
import { getPairedImage } from '../../../../api/public-scan.ts'
import { bitmapOf } from '../camera/bitmap-of.ts'
import type { PhonePage } from '../pages/phone-page.ts'
import type { QueuedPage } from '../queue/queued-page.ts'

/** The longer side of the previews' source, in pixels. */
const SMALL = 1200

export type Photo =
  | { status: 'loading' }
  | { status: 'ready'; url: string; width: number; height: number; small: ImageBitmap }
  /** This browser cannot decode the image. */
  | { status: 'unreadable' }
  | { status: 'failed'; error: unknown }

const LOADING: Photo = { status: 'loading' }

/** The upright photo of a page, from this phone while it is stored, otherwise from the server. */
export function usePhoto(token: string, { page_id, queued, listed }: PhonePage, round: number): Photo {
  const [photo, setPhoto] = useState<Photo>(LOADING)
  const version = listed?.photo_version ?? null
  const own = useOwnPhoto(queued, version)
  const blob = own?.blob ?? null
  // biome-ignore lint/correctness/useExhaustiveDependencies: a further round tries once more
  useEffect(() => {
    const life = new AbortController()
    let url: string | null = null
    let small: ImageBitmap | null = null
    const load = async () => {
      if (!blob && version === null) return
      const photo =
        blob ?? (await getPairedImage(token, { page_id, photo_version: version ?? 1 }, 'page', life.signal))
      const size = await sizeOf(photo)
      if (!size) return setPhoto({ status: 'unreadable' })
      const bitmap = await smallOf(photo, size)
      if (life.signal.aborted) return bitmap.close()
      small = bitmap
      url = URL.createObjectURL(photo)
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
  }, [token, page_id, own?.sha256 ?? version, round])
  return photo
}

interface OwnPhoto {
  blob: Blob
  sha256: string
  /** The server's version of the same photo; null while it is being sent. */
  version: number | null
}

const ownOf = ({ photo, sha256 }: QueuedPage): OwnPhoto => ({ blob: photo, sha256, version: null })

/**
 * This phone's photo, also after it was sent, so that the corners don't jump. Null once the server
 * has another one.
 */
function useOwnPhoto(queued: QueuedPage | null, version: number | null): OwnPhoto | null {
  const [own, setOwn] = useState(() => queued && ownOf(queued))
  useEffect(() => {
    setOwn((previous) => {
      if (queued)
        return previous?.sha256 === queued.sha256 && previous.version === null ? previous : ownOf(queued)
      if (previous?.version === null) return { ...previous, version }
      return previous?.version === version ? previous : null
    })
  }, [queued, version])
  return own
}

type Size = { width: number; height: number }

async function sizeOf(blob: Blob): Promise<Size | null> {
  const bitmap = await bitmapOf(blob)
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
