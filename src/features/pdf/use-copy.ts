import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useCallback } from 'react'
import { showToast } from '../../ui/toaster.tsx'
import type { Arrangement } from './arrangement.ts'
import { MOST_COPIED, textOf } from './copy.ts'
import type { Pdf } from './pdf.ts'
import type { Stretch } from './selected-text.ts'

const TOAST = 'pdf-copy'
/** How many pages are read between two words about it. */
const TELL = 50

/** Puts the text of a stretch on the clipboard, and tells how far it is where that takes a while. */
export function useCopy(pdf: Pdf, arrangement: Arrangement): (stretch: Stretch) => Promise<void> {
  const { t } = useLingui()
  return useCallback(
    async (stretch) => {
      const all = Math.min(stretch.to.place, arrangement.length - 1) - stretch.from.place + 1
      const pages = Math.min(all, MOST_COPIED)
      const tell = (done: number) => {
        if (pages > TELL && done % TELL === 0)
          showToast({ id: TOAST, kind: 'working', text: t`Copying: page ${done} of ${pages}` })
      }
      // A text that comes later can be promised: the keys that asked for it count.
      const text = textOf(pdf, arrangement, stretch, tell).then(
        (all) => new Blob([all], { type: 'text/plain' }),
      )
      try {
        await navigator.clipboard.write([new ClipboardItem({ 'text/plain': text })])
      } catch {
        const text = t`The text could not be copied. Select less of it, and try again.`
        showToast({ id: TOAST, kind: 'error', text })
        return
      }
      if (all > MOST_COPIED)
        showToast({
          id: TOAST,
          text: t`The text of the first ${MOST_COPIED} pages is copied. No more goes on a clipboard at once.`,
        })
      else if (pages > 1)
        showToast({
          id: TOAST,
          text: t({
            message: plural(pages, {
              one: 'The text of # page is copied',
              other: 'The text of # pages is copied',
            }),
          }),
        })
    },
    [pdf, arrangement, t],
  )
}
