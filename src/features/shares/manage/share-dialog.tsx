import { deferred, useDeferredDialog } from '../../../ui/deferred.tsx'
import type { ShareDialogProps } from './target.ts'

const DIALOG = deferred(async () => (await import('./new-share-dialog.tsx')).NewShareDialog)

/**
 * Creates a link to a file. Its code loads on first use, so that every row of a list can have it.
 */
export function ShareDialog({ open, ...props }: ShareDialogProps) {
  const Dialog = useDeferredDialog(DIALOG, open, props.onClose)
  return Dialog && <Dialog {...props} />
}
