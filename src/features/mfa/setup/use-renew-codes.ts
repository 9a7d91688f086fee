import { useLingui } from '@lingui/react/macro'
import { useRegenerateBackupCodes } from '../../../api/mfa.ts'
import { useConfirmAct } from '../../problems/index.ts'

export const CODES_PANEL = 'backup-codes'

/**
 * Creates new backup codes after a confirmation, because the old ones become invalid, and shows
 * them.
 */
export function useRenewCodes(): () => void {
  const { t } = useLingui()
  const confirm = useConfirmAct()
  const { mutateAsync } = useRegenerateBackupCodes()
  return () =>
    confirm({
      title: t`Renew backup codes?`,
      body: t`The old codes stop working now. The new codes are shown only once.`,
      act: t`Renew`,
      verb: t`Renewing`,
      run: async () => {
        await mutateAsync()
        document.getElementById(CODES_PANEL)?.scrollIntoView({ block: 'nearest' })
      },
    })
}
