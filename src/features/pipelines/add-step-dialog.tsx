import { deferred, useDeferredDialog } from '../../ui/deferred.tsx'
import type { StepChooserProps } from './step-chooser.tsx'

const DIALOG = deferred(async () => (await import('./step-chooser.tsx')).StepChooser)

/** Preloads the dialog before it is opened. */
export const fetchStepChooser = () => void DIALOG.preload()

/** The dialog that adds a step. Its code loads on first use, so that every step can have it. */
export function AddStepDialog({ open, ...props }: StepChooserProps & { open: boolean }) {
  const Dialog = useDeferredDialog(DIALOG, open, props.onClose)
  return Dialog && <Dialog {...props} />
}
