import { useLingui } from '@lingui/react/macro'
import { type FileToQuarantine, useQuarantineFile } from '../../api/admin-acts.ts'
import { ReasonDialog } from './reason-dialog.tsx'

type QuarantineDialogProps = {
  file: FileToQuarantine
  /** Absent if only an id is known. */
  name?: string
  onClose: () => void
}

/** Asks for the reason before a file is put in quarantine. */
export function QuarantineDialog({ file, name, onClose }: QuarantineDialogProps) {
  const { t } = useLingui()
  return (
    <ReasonDialog
      title={name === undefined ? t`Quarantine this file?` : t`Quarantine ${name}?`}
      description={t`Nobody can download, preview, share or convert the file until it is released. Its bytes are kept, even if the owner deletes it.`}
      help={t`Sent to the owner by e-mail and kept in the audit log.`}
      act={useQuarantineFile(file)}
      button={t`Quarantine file`}
      verb={t`Blocking`}
      done={name === undefined ? t`The file is in quarantine` : t`${name} is in quarantine`}
      danger
      onClose={onClose}
    />
  )
}
