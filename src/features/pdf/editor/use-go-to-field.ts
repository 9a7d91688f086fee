import { useCallback } from 'react'
import type { PdfHandle } from '../viewer/index.ts'
import type { DraftPage } from './draft.ts'
import type { FormField } from './fields.ts'

/** Frames to wait for a field's page. */
const PATIENCE = 120

/** Scrolls to a field and focuses it once its page is rendered. */
export function useGoToField(handle: PdfHandle, pages: readonly DraftPage[]) {
  return useCallback(
    ({ name, first }: FormField) => {
      const place = pages.findIndex(({ page }) => page === first.page) + 1
      if (place === 0) return
      handle.goTo(place, { x: first.rect[0], y: first.rect[3] + 72 })
      let left = PATIENCE
      const look = () => {
        const input = document.querySelector<HTMLElement>(`[data-field="${CSS.escape(name)}"]`)
        if (input) input.focus({ preventScroll: false })
        else if (left-- > 0) requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    },
    [handle, pages],
  )
}
