import { useLingui } from '@lingui/react/macro'
import {
  CopyIcon,
  EllipsisIcon,
  LinkIcon,
  ListIcon,
  PencilIcon,
  RefreshCwIcon,
  Trash2Icon,
} from 'lucide-react'
import { Link } from 'react-router'
import type { Share } from '../../../api/shares.ts'
import { paths } from '../../../paths.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu, type MenuEntry } from '../../../ui/menu.tsx'
import { useOpenDialog } from './use-open-dialog.ts'
import { useShareActions } from './use-share-actions.ts'

/** What can be done with a link; what one does most is in sight. */
export function RowActions({ share }: { share: Share }) {
  const { t } = useLingui()
  const { copy, renew, revoke } = useShareActions()
  const { open } = useOpenDialog()
  const { link_id, name, state } = share
  const opens = state === 'active'
  const entries: MenuEntry[] = [
    ...(opens ? [{ label: t`Link and QR code`, icon: LinkIcon, onSelect: () => open('link', link_id) }] : []),
    ...(state === 'revoked'
      ? []
      : [{ label: t`Edit`, icon: PencilIcon, onSelect: () => open('edit', link_id) }]),
    { label: t`Activity`, icon: ListIcon, render: <Link to={paths.share(link_id)} /> },
    ...(state === 'revoked'
      ? []
      : [
          { label: t`Replace link`, icon: RefreshCwIcon, onSelect: () => renew(share) },
          'line' as const,
          { label: t`Revoke`, icon: Trash2Icon, danger: true, onSelect: () => revoke(share) },
        ]),
  ]
  return (
    <span className="flex justify-end">
      {opens && share.url && (
        <IconButton name={t`Copy link to ${name}`} icon={CopyIcon} onClick={() => void copy(share)} />
      )}
      <Menu trigger={<IconButton name={t`More for ${name}`} icon={EllipsisIcon} />} entries={entries} />
    </span>
  )
}
