import { useLingui } from '@lingui/react/macro'
import {
  ArrowRightLeftIcon,
  DownloadIcon,
  EllipsisIcon,
  FilePenLineIcon,
  LinkIcon,
  PencilIcon,
  SignatureIcon,
  Trash2Icon,
  Undo2Icon,
} from 'lucide-react'
import { Link } from 'react-router'
import type { UserFile } from '../../api/storage.ts'
import { paths } from '../../paths.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, type MenuEntry } from '../../ui/menu.tsx'
import type { FileActions } from './file-actions.ts'

/** All actions for one file. */
export function FileMenu({ file, acts, tabIndex }: { file: UserFile; acts: FileActions; tabIndex?: number }) {
  const { t } = useLingui()
  const name = file.file_name
  const { share } = acts
  const isBlocked = Boolean(file.quarantined_at)
  const off = { disabled: isBlocked, reason: t`In quarantine` }
  const entries: MenuEntry[] = file.deleted_at
    ? [
        { label: t`Restore`, icon: Undo2Icon, onSelect: () => acts.restore([file]) },
        'line',
        {
          label: t`Delete permanently`,
          icon: Trash2Icon,
          danger: true,
          onSelect: () => acts.removeForGood([file]),
        },
      ]
    : [
        {
          ...{ label: t`Download`, icon: DownloadIcon, hotkey: 'D', ...off },
          onSelect: () => acts.download([file]),
        },
        ...(file.format === 'pdf' && !isBlocked
          ? [
              {
                label: t`Edit PDF`,
                icon: FilePenLineIcon,
                render: <Link to={paths.pdf({ file: file.id })} />,
              },
            ]
          : []),
        { label: t`Share`, icon: LinkIcon, ...off, onSelect: () => share(file) },
        ...(acts.canSign(file) && !isBlocked
          ? [
              {
                label: t`Send for signature`,
                icon: SignatureIcon,
                render: <Link to={paths.newSigning({ file: file.id })} />,
              },
            ]
          : []),
        { label: t`Convert`, icon: ArrowRightLeftIcon, ...off, onSelect: () => acts.convert([file]) },
        { label: t`Rename`, icon: PencilIcon, hotkey: 'F2', onSelect: () => acts.startRename(file.id) },
        'line',
        {
          label: t`Delete`,
          icon: Trash2Icon,
          hotkey: 'Del',
          danger: true,
          onSelect: () => acts.remove([file]),
        },
      ]
  return (
    <Menu
      align="end"
      trigger={<IconButton name={t`More for ${name}`} icon={EllipsisIcon} size={28} tabIndex={tabIndex} />}
      entries={entries}
    />
  )
}
