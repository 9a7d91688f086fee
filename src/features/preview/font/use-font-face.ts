import { useEffect, useState } from 'react'
import { useFileBytes } from '../../../api/preview.ts'
import { isWebFont } from '../kinds.ts'
import type { Side } from '../sides.ts'

export type Face = { state: 'none' | 'loading' | 'failed' } | { state: 'ready'; family: string }

let made = 0

/**
 * A font under a unique family name, registered while mounted. The browser validates its bytes
 * before use; URLs in it are not loaded.
 */
export function useFontFace(side: Side | null): Face {
  const drawn = side !== null && isWebFont(side.format)
  const { data, error } = useFileBytes(drawn ? side.url : null)
  const [face, setFace] = useState<Face>({ state: 'loading' })
  useEffect(() => {
    if (!data) return
    const family = `preview-${++made}`
    const font = new FontFace(family, data.slice(0), { display: 'block' })
    let gone = false
    font.load().then(
      () => {
        if (gone) return
        document.fonts.add(font)
        setFace({ state: 'ready', family })
      },
      () => !gone && setFace({ state: 'failed' }),
    )
    return () => {
      gone = true
      document.fonts.delete(font)
      // Otherwise the page would render its family name with a fallback font.
      setFace({ state: 'loading' })
    }
  }, [data])
  if (!drawn) return { state: 'none' }
  return error ? { state: 'failed' } : face
}
