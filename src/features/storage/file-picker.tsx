import type { StoredFamily, UserFile } from '../../api/storage.ts'
import { deferred, useDeferredDialog } from '../../ui/deferred.tsx'

export type FilePickerProps = {
  open: boolean
  onClose: () => void
  /** Called once, with at least one file; the picker is closed then. */
  onPick: (files: UserFile[]) => void
  /** Several may be picked. */
  multiple?: boolean
  /** Only of these families. */
  families?: readonly StoredFamily[]
  /** Only of these formats; others are seen, and cannot be picked. */
  formats?: readonly string[]
}

const DIALOG = deferred<FilePickerProps>(async () => (await import('./picker-dialog.tsx')).PickerDialog)

/** Files that are stored, chosen in a dialog. Its code comes when it is first opened. */
export function FilePicker(props: FilePickerProps) {
  const Dialog = useDeferredDialog(DIALOG, props.open, props.onClose)
  return Dialog && <Dialog {...props} />
}
