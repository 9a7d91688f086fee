import { useCallback } from 'react'
import type { Arrangement } from './arrangement.ts'
import { MOST_COPIED, textOf } from './copy.ts'
import type { PdfHandle } from './handle.ts'
import type { Pdf } from './pdf.ts'
import type { Stretch } from './selected-text.ts'

/** The number of pages between two progress reports. */
const TELL = 50

/** Copies the text of a range to the clipboard, and reports progress. */
export function useCopy(
  pdf: Pdf,
  handle: PdfHandle,
  arrangement: Arrangement,
): (stretch: Stretch) => Promise<void> {
  return useCallback(
    async (stretch) => {
      const all = Math.min(stretch.to.place, arrangement.length - 1) - stretch.from.place + 1
      const pages = Math.min(all, MOST_COPIED)
      const tell = (page: number) => {
        if (pages > TELL && page % TELL === 0) handle.set({ copying: { state: 'working', page, pages } })
      }
      // The clipboard accepts a promise, within the user activation of the key press.
      const text = textOf(pdf, arrangement, stretch, tell).then(
        (all) => new Blob([all], { type: 'text/plain' }),
      )
      try {
        await navigator.clipboard.write([new ClipboardItem({ 'text/plain': text })])
        handle.set({ copying: pages > 1 ? { state: 'done', pages, cut: all > pages } : null })
      } catch {
        handle.set({ copying: { state: 'failed' } })
      }
    },
    [pdf, handle, arrangement],
  )
}
