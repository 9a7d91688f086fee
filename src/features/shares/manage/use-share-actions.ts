import { useLingui } from '@lingui/react/macro'
import { toApiError } from '../../../api/errors.ts'
import { type Share, useRenewShare, useRevokeShare } from '../../../api/shares.ts'
import { cutMiddle } from '../../../lib/cut-middle.ts'
import { confirmAct } from '../../../stores/confirm.ts'
import { showToast } from '../../../ui/toaster.tsx'
import { useProblemWords } from '../../problems/index.ts'
import { LONG } from './labels.ts'
import { useOpenDialog } from './use-open-dialog.ts'

/** What can be done with a link from its row and from its page alike. */
export function useShareActions() {
  const { t } = useLingui()
  const words = useProblemWords()
  const { open } = useOpenDialog()
  const renewed = useRenewShare().mutateAsync
  const revoked = useRevokeShare().mutateAsync

  /** Does it; what went wrong is said in the dialog that asked. */
  const doing = (act: () => Promise<unknown>) => async () => {
    try {
      await act()
      return null
    } catch (error) {
      return words(toApiError(error))
    }
  }
  return {
    /** Where the browser does not let it, the link is shown: it can be marked and copied by hand. */
    copy: async ({ url, link_id }: Share) => {
      try {
        await navigator.clipboard.writeText(url ?? '')
        showToast({ text: t`Link copied` })
      } catch {
        open('link', link_id)
      }
    },
    renew: ({ link_id, name: whole }: Share) => {
      const name = cutMiddle(whole, LONG)
      confirmAct({
        title: t`Replace the link to “${name}”?`,
        body: t`The current link stops working. Settings, counts and activity are kept.`,
        keep: t`Cancel`,
        act: t`Replace link`,
        verb: t`Replacing`,
        run: doing(async () => {
          await renewed(link_id)
          showToast({
            text: t`Link replaced`,
            action: { label: t`View`, onClick: () => open('link', link_id) },
          })
        }),
      })
    },
    revoke: ({ link_id, name: whole }: Share) => {
      const name = cutMiddle(whole, LONG)
      confirmAct({
        title: t`Revoke the link to “${name}”?`,
        body: t`The link stops working now, and downloads in progress are stopped. The file isn’t deleted. You can’t reactivate a revoked link, but you can create a new one.`,
        keep: t`Cancel`,
        act: t`Revoke`,
        verb: t`Revoking`,
        run: doing(async () => {
          await revoked(link_id)
          showToast({ text: t`Link revoked` })
        }),
      })
    },
  }
}
