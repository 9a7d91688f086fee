import { Trans, useLingui } from '@lingui/react/macro'
import { FolderOpenIcon, HardDriveIcon, LinkIcon, PlusIcon, ScanTextIcon } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useSession } from '../../../api/account.ts'
import { modKey, useHotkeys } from '../../../lib/use-hotkeys.ts'
import { paths } from '../../../paths.ts'
import { browseFiles } from '../../../stores/file-taker.ts'
import { Button } from '../../../ui/button.tsx'
import { deferred } from '../../../ui/deferred.tsx'
import { DropArea } from '../../../ui/drop-area.tsx'
import { Kbd } from '../../../ui/kbd.tsx'
import { LazyPopup } from '../../../ui/lazy-popup.tsx'
import { FilePicker } from '../../storage/index.ts'
import { addAddresses } from './add-stored.ts'
import { useConvertStored } from './use-convert-stored.ts'

const urlPopup = deferred(async () => (await import('./url-popup.tsx')).UrlPopup)

/** The visible drop area. The whole window accepts drops. */
export function DropBar({ big }: { big?: boolean }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { data: user } = useSession()
  const [picking, setPicking] = useState(false)
  const convertStored = useConvertStored()
  // The shortcut works wherever it is shown.
  useHotkeys({
    u: (event) => {
      event.preventDefault()
      browseFiles()
    },
  })
  return (
    <DropArea className={big ? 'px-4 py-10' : 'px-4 py-1.5'}>
      <div className="flex min-h-8 items-center gap-x-1 sm:gap-x-4">
        <PlusIcon className="text-ink-soft max-sm:hidden" />
        <p className="me-auto min-w-0 max-sm:hidden">
          <strong className="font-strong">
            <Trans>Drop files anywhere</Trans>
          </strong>{' '}
          <span className="max-lg:hidden">
            <Trans>in this window.</Trans>
          </span>
        </p>
        {/* Phones have no drag and drop: the whole area is a button. */}
        <button
          type="button"
          onClick={browseFiles}
          className="flex min-h-9 flex-1 items-center gap-3 rounded-control text-start text-read font-medium touch:min-h-(--size-touch) sm:hidden"
        >
          <PlusIcon className="size-5 text-ink-soft" />
          <Trans>Add files</Trans>
        </button>
        <Button
          variant="ghost"
          icon={FolderOpenIcon}
          hotkey="U"
          data-browse=""
          onClick={browseFiles}
          className="max-sm:hidden"
        >
          {t`Browse`}
        </Button>
        <LazyPopup
          trigger={
            <Button variant="ghost" icon={LinkIcon}>
              <span className="max-sm:sr-only">{t`From a link`}</span>
            </Button>
          }
          popup={urlPopup}
          haspopup="dialog"
          given={{
            onAdd: (urls: string[]) => {
              addAddresses(urls)
              void navigate(paths.convert())
            },
          }}
        />
        {user && (
          <>
            <Button variant="ghost" icon={HardDriveIcon} onClick={() => setPicking(true)}>
              <span className="max-sm:sr-only">{t`From Storage`}</span>
            </Button>
            <Button variant="ghost" icon={ScanTextIcon} render={<Link to={paths.scan({ for: 'convert' })} />}>
              <span className="max-sm:sr-only">{t`Scan`}</span>
            </Button>
            <FilePicker multiple open={picking} onClose={() => setPicking(false)} onPick={convertStored} />
          </>
        )}
        <span className="flex items-center gap-2 text-ink-soft max-xl:hidden">
          <Trans>Paste</Trans> <Kbd>{modKey()} V</Kbd>
        </span>
      </div>
    </DropArea>
  )
}
