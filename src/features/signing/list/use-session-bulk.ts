import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Trash2Icon } from 'lucide-react'
import { type SigningRow, useRemoveSigningSession } from '../../../api/signing.ts'
import type { BulkAction } from '../../../ui/bulk-bar.tsx'
import { useConfirmEach } from '../../lists/index.ts'
import { canOf } from '../session/index.ts'

/** Actions for all selected signature requests. */
export function useSessionBulk() {
  const { t } = useLingui()
  const confirmEach = useConfirmEach()
  const { mutateAsync } = useRemoveSigningSession()
  return (chosen: readonly SigningRow[], clear: () => void): BulkAction[] => {
    const rows = chosen.filter((session) => canOf(session).remove)
    const count = rows.length
    const remove = () =>
      confirmEach({
        title: t({
          message: plural(count, {
            one: 'Delete # signature request?',
            other: 'Delete # signature requests?',
          }),
        }),
        body: t`This permanently deletes the document, the signed PDF and the audit log, and the recipients’ links stop working. Download what you need first.`,
        act: t`Delete`,
        verb: t`Deleting`,
        rows,
        each: ({ id }) => mutateAsync(id),
        done: t({
          message: plural(count, {
            one: '# signature request deleted',
            other: '# signature requests deleted',
          }),
        }),
        after: clear,
      })
    return [{ label: t`Delete ${count}`, icon: Trash2Icon, disabled: count === 0, onClick: remove }]
  }
}
