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
import { useMedia } from '../../lib/use-media.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { useCanSign } from '../convert/conversion/index.ts'
import { StoredPreview } from '../preview/index.ts'
import { FileDetails } from './file-details.tsx'
import { RenameField } from './rename-field.tsx'
import { useSharing } from './share-action.tsx'
import { useStorageActions } from './use-storage-actions.ts'
import { VersionList } from './version-list.tsx'

/** One stored file: what it is, and what can be done with it. */
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
  const [renaming, setRenaming] = useState(false)
  const phone = useMedia('(max-width: 39.99rem)')
  // On a phone the words of what is done most need the room.
  const acts = [
    {
      name: t`Delete`,
      icon: Trash2Icon,
      onClick: () => void remove([file], () => void navigate(paths.storage(), { replace: true })),
    },
    { name: t`Rename`, icon: PencilIcon, onClick: () => setRenaming(true) },
  ]
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
  return (
    <>
      {acts.map(({ name, icon, onClick }) =>
        phone ? (
          <IconButton key={name} name={name} icon={icon} onClick={onClick} />
        ) : (
          <Button key={name} variant="ghost" icon={icon} onClick={onClick}>
            {name}
          </Button>
        ),
      )}
      {file.format === 'pdf' && (
        <Button icon={FilePenLineIcon} render={<Link to={paths.pdf({ file: file.id })} />}>
          {t`Edit`}
        </Button>
      )}
      {canSign(file) && (
        <Button icon={SignatureIcon} render={<Link to={paths.newSigning({ file: file.id })} />}>
          {t`Send for signature`}
        </Button>
      )}
      <Button icon={LinkIcon} onClick={() => share(file)}>{t`Share`}</Button>
      <Button icon={ArrowRightLeftIcon} onClick={() => onConvert([file])}>{t`Convert`}</Button>
      <Button
        variant="primary"
        icon={DownloadIcon}
        onClick={() => void download([file])}
      >{t`Download`}</Button>
      {dialog}
    </>
  )
}
