import { deferred, useDeferredDialog } from '../../ui/deferred.tsx'
import type { StepChooserProps } from './step-chooser.tsx'

const DIALOG = deferred(async () => (await import('./step-chooser.tsx')).StepChooser)

/** Preloads the dialog before it is opened. */
export const fetchStepChooser = () => void DIALOG.preload()

/**
 * What a new step is to be. Its code comes when it is first opened, so that every step can have it.
 */
export function AddStepDialog({ open, ...props }: StepChooserProps & { open: boolean }) {
  const Dialog = useDeferredDialog(DIALOG, open, props.onClose)
  return Dialog && <Dialog {...props} />
}
