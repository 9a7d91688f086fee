import { useLingui } from '@lingui/react/macro'
import { PencilIcon, RefreshCwIcon, Trash2Icon } from 'lucide-react'
import type { Share } from '../../../api/shares.ts'
import { Button } from '../../../ui/button.tsx'
import { useOpenDialog } from './use-open-dialog.ts'
import { useShareActions } from './use-share-actions.ts'

/** The actions on a link's page. A revoked link is read-only. */
export function ShareActions({ share }: { share: Share }) {
  const { t } = useLingui()
  const { renew, revoke } = useShareActions()
  const { open } = useOpenDialog()
  if (share.state === 'revoked') return null
  return (
    <>
      <Button variant="ghost" icon={Trash2Icon} onClick={() => revoke(share)}>{t`Revoke`}</Button>
      <Button variant="ghost" icon={RefreshCwIcon} onClick={() => renew(share)}>{t`Replace link`}</Button>
      <Button icon={PencilIcon} aria-haspopup="dialog" onClick={() => open('edit', share.link_id)}>
        {t`Edit`}
      </Button>
    </>
  )
}
