import { useLingui } from '@lingui/react/macro'
import { FolderOpenIcon, HardDriveIcon } from 'lucide-react'
import { useState } from 'react'
import type { UserFile } from '../../../../api/storage.ts'
import { browseFiles } from '../../../../stores/file-taker.ts'
import { Button } from '../../../../ui/button.tsx'
import { DropArea } from '../../../../ui/drop-area.tsx'
import { FilePicker } from '../../../storage/index.ts'

type WaysInProps = { onStored: (files: readonly UserFile[]) => void }

const FORMATS = ['jpg', 'png', 'webp', 'heic']

/** Adds existing photos: from this device, or stored. The whole window accepts drops. */
export function WaysIn({ onStored }: WaysInProps) {
  const { t } = useLingui()
  const [isPicking, setPicking] = useState(false)
  return (
    <DropArea className="flex flex-wrap items-center gap-2 px-4 py-2.5">
      <p className="me-auto text-ink-soft">{t`Or drop or paste photos here.`}</p>
      <Button variant="ghost" icon={FolderOpenIcon} onClick={browseFiles}>
        {t`Choose files`}
      </Button>
      <Button variant="ghost" icon={HardDriveIcon} onClick={() => setPicking(true)}>
        {t`From Storage`}
      </Button>
      <StoredPhotos open={isPicking} onClose={() => setPicking(false)} onStored={onStored} />
    </DropArea>
  )
}

/** Selects stored photos in a dialog. */
export function StoredPhotos({
  open,
  onClose,
  onStored,
}: WaysInProps & { open: boolean; onClose: () => void }) {
  return (
    <FilePicker
      open={open}
      multiple
      families={['image']}
      formats={FORMATS}
      onClose={onClose}
      onPick={onStored}
    />
  )
}
