import { useLingui } from '@lingui/react/macro'
import { toApiError } from '../../../api/errors.ts'
import { useRegenerateBackupCodes } from '../../../api/mfa.ts'
import { confirmAct } from '../../../stores/confirm.ts'
import { useProblemWords } from '../../problems/index.ts'

export const CODES_PANEL = 'backup-codes'

/** New backup codes. It is asked first, since the old ones end, and the way leads to where the new ones are shown. */
export function useRenewCodes(): () => void {
  const { t } = useLingui()
  const words = useProblemWords()
  const { mutateAsync } = useRegenerateBackupCodes()
  return () =>
    confirmAct({
      title: t`Renew backup codes?`,
      body: t`The old codes stop working now. The new codes are shown only once.`,
      keep: t`Cancel`,
      act: t`Renew`,
      verb: t`Renewing`,
      run: async () => {
        try {
          await mutateAsync()
          document.getElementById(CODES_PANEL)?.scrollIntoView({ block: 'nearest' })
          return null
        } catch (error) {
          return words(toApiError(error))
        }
      },
    })
}
