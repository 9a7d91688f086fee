import { useEffect } from 'react'
import { deferred, useDeferred } from '../../ui/deferred.tsx'
import type { ShareDialogProps } from './target.ts'

const DIALOG = deferred(async () => (await import('./new-share-dialog.tsx')).NewShareDialog)

/** Makes a link to a file. Its code comes when it is first opened, so that lists can have it in every row. */
export function ShareDialog({ open, ...props }: ShareDialogProps) {
  const Dialog = useDeferred(DIALOG, false)
  const { onClose } = props
  useEffect(() => {
    if (!open) return
    let gone = false
    // Without the network it does not come; the next press asks again.
    void DIALOG.preload().then(() => {
      if (!gone && !DIALOG.get()) onClose()
    })
    return () => {
      gone = true
    }
  }, [open, onClose])
  return open && Dialog && <Dialog {...props} />
}
