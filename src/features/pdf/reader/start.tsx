import { useLingui } from '@lingui/react/macro'
import { FileTextIcon, FolderOpenIcon, HardDriveIcon } from 'lucide-react'
import { useState } from 'react'
import { useSession } from '../../../api/account.ts'
import type { UserFile } from '../../../api/storage.ts'
import { browseFiles } from '../../../stores/file-taker.ts'
import { Button } from '../../../ui/button.tsx'
import { DropArea } from '../../../ui/drop-area.tsx'
import { FilePicker } from '../../storage/index.ts'

/** The start page: a file can be selected, or dropped anywhere in the window. */
export function PdfStart({ onStored }: { onStored: (file: UserFile) => void }) {
  const { t } = useLingui()
  const { data: user } = useSession()
  const [picking, setPicking] = useState(false)
  return (
    <div className="grid flex-1 p-4 md:py-6 md:ps-6 md:pe-5">
      <DropArea className="grid min-h-80 place-items-center p-4">
        <div className="flex max-w-80 flex-col items-center text-center">
          <FileTextIcon className="mb-2.5 size-6 text-ink-faint" />
          <h2 className="font-medium">{t`Drop a PDF here`}</h2>
          <p className="mt-1 mb-4 text-ink-soft">{t`The file opens on this device. Nothing is uploaded.`}</p>
          <div className="flex flex-wrap justify-center gap-2">
            <Button variant="primary" icon={FolderOpenIcon} onClick={browseFiles}>
              {t`Choose a file`}
            </Button>
            {user && (
              <Button icon={HardDriveIcon} onClick={() => setPicking(true)}>
                {t`From Storage`}
              </Button>
            )}
          </div>
        </div>
      </DropArea>
      {user && (
        <FilePicker
          open={picking}
          formats={['pdf']}
          onClose={() => setPicking(false)}
          onPick={([file]) => file && onStored(file)}
        />
      )}
    </div>
  )
}
