import type { StoredFamily, UserFile } from '../../api/storage.ts'
import { deferred, useDeferredDialog } from '../../ui/deferred.tsx'

export type FilePickerProps = {
  open: boolean
  onClose: () => void
  /** Called once, with at least one file; the picker is closed by then. */
  onPick: (files: UserFile[]) => void
  /** Allows several files. */
  multiple?: boolean
  /** Only files of these families. */
  families?: readonly StoredFamily[]
  /** Only these formats can be selected; others are shown disabled. */
  formats?: readonly string[]
}

const DIALOG = deferred<FilePickerProps>(async () => (await import('./picker-dialog.tsx')).PickerDialog)

/** A dialog to select stored files. Its code is loaded when it is first opened. */
export function FilePicker(props: FilePickerProps) {
  const Dialog = useDeferredDialog(DIALOG, props.open, props.onClose)
  return Dialog && <Dialog {...props} />
}
