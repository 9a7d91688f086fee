import { TextLayer } from 'pdfjs-dist'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useLatest } from '../../../lib/use-latest.ts'
import type { Calm } from './calm.ts'
import type { PageView } from './geometry.ts'
import type { Pdf } from './pdf.ts'

/**
 * Renders the page's text layer over its image once scrolling has paused. @returns its items, in
 * the order of `Pdf.text`
 */
export function useTextLayer(
  box: RefObject<HTMLDivElement | null>,
  pdf: Pdf,
  { index, rotation }: PageView,
  ready: boolean,
  calm: Calm,
): readonly HTMLElement[] | null {
  const [pieces, setPieces] = useState<readonly HTMLElement[] | null>(null)
  const layer = useRef<TextLayer | null>(null)
  const turn = useLatest(rotation)

  useEffect(() => {
    if (!ready) return
    let made: TextLayer | null = null
    let gone = false
    const container = box.current
    const lay = async () => {
      const page = await pdf.page(index)
      if (gone || !container) return
      made = new TextLayer({
        textContentSource: page.streamTextContent({ disableNormalization: true }),
        container,
        viewport: page.getViewport({ scale: 1, rotation: turn.current }),
      })
      layer.current = made
      await made.render()
      if (gone) return
      const end = document.createElement('div')
      end.className = 'pdf-text-end'
      container.append(end)
      setPieces(made.textDivs as HTMLElement[])
    }
    // A page can be displayed without its text.
    const stop = calm.when(() => void lay().catch(() => {}))
    return () => {
      gone = true
      stop()
      made?.cancel()
      layer.current = null
      container?.replaceChildren()
      setPieces(null)
    }
  }, [box, pdf, index, ready, calm])
  return pieces
}
