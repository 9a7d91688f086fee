import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Trash2Icon } from 'lucide-react'
import { type Share, useRenewShare, useRevokeShare } from '../../../api/shares.ts'
import { cutMiddle } from '../../../lib/cut-middle.ts'
import type { BulkAction } from '../../../ui/bulk-bar.tsx'
import { showToast } from '../../../ui/toaster.tsx'
import { useConfirmEach } from '../../lists/index.ts'
import { useConfirmAct } from '../../problems/index.ts'
import { LONG } from './labels.ts'
import { useOpenDialog } from './use-open-dialog.ts'

/** The actions of a link, shared by its row and its page. */
export function useShareActions() {
  const { t } = useLingui()
  const confirm = useConfirmAct()
  const confirmEach = useConfirmEach()
  const { open } = useOpenDialog()
  const renewed = useRenewShare().mutateAsync
  const revoked = useRevokeShare().mutateAsync

  const asks = {
    act: t`Revoke`,
    verb: t`Revoking`,
    each: ({ link_id }: Share) => revoked(link_id),
  }
  return {
    /** If the browser denies access to the clipboard, the link is shown, to copy it by hand. */
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
      confirm({
        title: t`Replace the link to “${name}”?`,
        body: t`The current link stops working. Settings, counts and activity are kept.`,
        act: t`Replace link`,
        verb: t`Replacing`,
        run: async () => {
          await renewed(link_id)
          showToast({
            text: t`Link replaced`,
            action: { label: t`View`, onClick: () => open('link', link_id) },
          })
        },
      })
    },
    revoke: (share: Share) => {
      const name = cutMiddle(share.name, LONG)
      confirmEach({
        ...asks,
        title: t`Revoke the link to “${name}”?`,
        body: t`The link stops working now, and downloads in progress are stopped. The file isn’t deleted. You can’t reactivate a revoked link, but you can create a new one.`,
        rows: [share],
        done: t`Link revoked`,
      })
    },
    /** Actions for all selected links. */
    bulk: (chosen: readonly Share[], clear: () => void): BulkAction[] => {
      const rows = chosen.filter(({ state }) => state !== 'revoked')
      const count = rows.length
      const revoke = () =>
        confirmEach({
          ...asks,
          title: t({ message: plural(count, { one: 'Revoke # link?', other: 'Revoke # links?' }) }),
          body: t`The links stop working now, and downloads in progress are stopped. The files aren’t deleted.`,
          rows,
          done: t({ message: plural(count, { one: '# link revoked', other: '# links revoked' }) }),
          after: clear,
        })
      return [{ label: t`Revoke ${count}`, icon: Trash2Icon, disabled: count === 0, onClick: revoke }]
    },
  }
}
