import { useLingui } from '@lingui/react/macro'
import { useReleaseFile } from '../../api/admin-acts.ts'
import { ReasonDialog } from './reason-dialog.tsx'

/** Asks for the reason to release a file from quarantine. */
export function ReleaseDialog({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const { t } = useLingui()
  return (
    <ReasonDialog
      title={t`Release ${name}?`}
      description={t`The file can be opened again. If its owner deleted it, its bytes are deleted now.`}
      help={t`Kept in the audit log.`}
      act={useReleaseFile(id)}
      button={t`Release file`}
      verb={t`Releasing`}
      done={t`${name} released`}
      onClose={onClose}
    />
  )
}
