import { useEffect, useState } from 'react'
import { useFileBytes } from '../../../api/preview.ts'
import { isWebFont } from '../kinds.ts'
import type { Side } from '../sides.ts'

export type Face = { state: 'none' | 'loading' | 'failed' } | { state: 'ready'; family: string }

let made = 0

/**
 * A font file, under a family name of its own, for as long as it is looked at. Its bytes are handed
 * to the browser, which checks them before it draws with them; nothing is loaded by an address from
 * within.
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
      // Without it the page would go on drawing under its name, in a font of its own.
      setFace({ state: 'loading' })
    }
  }, [data])
  if (!drawn) return { state: 'none' }
  return error ? { state: 'failed' } : face
}
