import { useCallback } from 'react'
import type { PdfHandle } from '../viewer/index.ts'
import type { DraftPage } from './draft.ts'
import type { FormField } from './fields.ts'

/** So many frames are waited for a field's page to be there. */
const PATIENCE = 120

/** Brings a field into sight and the focus into it, once its page is there. */
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
