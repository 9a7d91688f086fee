import { useEffect, useState } from 'react'

/** A same-origin image, decoded. Null until it is loaded, and if it cannot be decoded. */
export function useBitmap(url: string | null): ImageBitmap | null {
  const [bitmap, setBitmap] = useState<{ url: string; image: ImageBitmap } | null>(null)
  useEffect(() => {
    if (url === null || typeof createImageBitmap === 'undefined') return
    const stop = new AbortController()
    let image: ImageBitmap | null = null
    void load(url, stop.signal).then((loaded) => {
      if (stop.signal.aborted) return loaded?.close()
      image = loaded
      setBitmap(loaded && { url, image: loaded })
    })
    return () => {
      stop.abort()
      image?.close()
    }
  }, [url])
  // The bitmap of another URL has been closed.
  return bitmap?.url === url ? bitmap.image : null
}

/** Null if loading fails. */
export async function load(url: string, signal?: AbortSignal): Promise<ImageBitmap | null> {
  try {
    const answer = await fetch(url, signal ? { signal } : {})
    return answer.ok ? await createImageBitmap(await answer.blob()) : null
  } catch {
    return null
  }
}
