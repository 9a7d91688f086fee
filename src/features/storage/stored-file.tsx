import { useLingui } from '@lingui/react/macro'
import {
  ArrowRightLeftIcon,
  DownloadIcon,
  FilePenLineIcon,
  LinkIcon,
  PencilIcon,
  SignatureIcon,
  Trash2Icon,
} from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { UserFile } from '../../api/storage.ts'
import { paths } from '../../paths.ts'
import { type PageAction, PageActions } from '../../ui/page-actions.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { useCanSign } from '../convert/conversion/index.ts'
import { StoredPreview } from '../preview/index.ts'
import { FileDetails } from './file-details.tsx'
import { RenameField } from './rename-field.tsx'
import { useSharing } from './share-action.tsx'
import { useStorageActions } from './use-storage-actions.ts'
import { VersionList } from './version-list.tsx'

/** The page of a stored file: its details and actions. */
export function StoredFile({ file }: { file: UserFile }) {
  return (
    <PageFrame
      side={
        <>
          <FileDetails file={file} />
          <VersionList file={file} />
        </>
      }
    >
      <StoredPreview file={file} />
    </PageFrame>
  )
}

type StoredFileActionsProps = { file: UserFile; onConvert: (files: readonly UserFile[]) => void }

export function StoredFileActions({ file, onConvert }: StoredFileActionsProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { download, remove, rename } = useStorageActions()
  const { share, dialog } = useSharing()
  const canSign = useCanSign()
  const isBlocked = Boolean(file.quarantined_at)
  // The page shows the reason.
  const off = isBlocked ? { disabled: true, menuReason: t`In quarantine` } : {}
  const [renaming, setRenaming] = useState(false)
  if (renaming)
    return (
      <span className="w-72 max-w-full">
        <RenameField
          name={file.file_name}
          onDone={(next) => {
            setRenaming(false)
            if (next !== null) void rename(file, next)
          }}
        />
      </span>
    )
  const actions: PageAction[] = [
    ...(file.format === 'pdf' && !isBlocked
      ? [
          {
            label: t`Edit`,
            icon: FilePenLineIcon,
            button: 'desk' as const,
            render: <Link to={paths.pdf({ file: file.id })} />,
          },
        ]
      : []),
    ...(canSign(file) && !isBlocked
      ? [
          {
            label: t`Send for signature`,
            icon: SignatureIcon,
            button: 'wide' as const,
            render: <Link to={paths.newSigning({ file: file.id })} />,
          },
        ]
      : []),
    { label: t`Share`, icon: LinkIcon, button: 'desk', ...off, onSelect: () => share(file) },
    {
      label: t`Convert`,
      icon: ArrowRightLeftIcon,
      button: 'always',
      ...off,
      onSelect: () => onConvert([file]),
    },
    {
      label: t`Download`,
      icon: DownloadIcon,
      button: 'always',
      primary: true,
      ...off,
      onSelect: () => void download([file]),
    },
    { label: t`Rename`, icon: PencilIcon, button: 'never', onSelect: () => setRenaming(true) },
    {
      label: t`Delete`,
      icon: Trash2Icon,
      button: 'never',
      danger: true,
      onSelect: () => void remove([file], () => void navigate(paths.storage(), { replace: true })),
    },
  ]
  return (
    <>
      <PageActions name={file.file_name} actions={actions} />
      {dialog}
    </>
  )
}
