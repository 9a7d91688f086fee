import { deferred, useDeferredDialog } from '../../../ui/deferred.tsx'
import type { ShareDialogProps } from './target.ts'

const DIALOG = deferred(async () => (await import('./new-share-dialog.tsx')).NewShareDialog)

/**
 * Makes a link to a file. Its code comes when it is first opened, so that lists can have it in
 * every row.
 */
export function ShareDialog({ open, ...props }: ShareDialogProps) {
  const Dialog = useDeferredDialog(DIALOG, open, props.onClose)
  return Dialog && <Dialog {...props} />
}
