import { useEffect, useState } from 'react'

export type Loaded = { state: 'loading' | 'failed' } | { state: 'ready'; width: number; height: number }

/** The layout size of an SVG without a size. */
const NO_SIZE = 512

/**
 * Whether a browser can display the image, and its size in pixels. Without a URL nothing is loaded.
 */
export function useImage(url: string | null, attempt = 0): Loaded {
  const [loaded, setLoaded] = useState<Loaded>({ state: 'loading' })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is another load
  useEffect(() => {
    if (!url) return
    setLoaded({ state: 'loading' })
    const image = new Image()
    image.onload = () =>
      setLoaded({
        state: 'ready',
        width: image.naturalWidth || NO_SIZE,
        height: image.naturalHeight || NO_SIZE,
      })
    image.onerror = () => setLoaded({ state: 'failed' })
    image.src = url
    return () => {
      image.onload = null
      image.onerror = null
    }
  }, [url, attempt])
  return loaded
}
