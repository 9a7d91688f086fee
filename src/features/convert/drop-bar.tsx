import { Trans, useLingui } from '@lingui/react/macro'
import { FolderOpenIcon, LinkIcon, PlusIcon } from 'lucide-react'
import { useNavigate } from 'react-router'
import { modKey } from '../../lib/use-hotkeys.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { deferred, Opener } from '../../ui/deferred.tsx'
import { DropZone } from '../../ui/drop-zone.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { addAddresses } from './add-files.ts'
import { browseFiles } from './window-drop.tsx'

const urlPopup = deferred(async () => (await import('./url-popup.tsx')).UrlPopup)

/** The place that says files can be dropped. The whole window takes them; this is where one looks for it. */
export function DropBar({ big }: { big?: boolean }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  return (
    <DropZone className={big ? 'px-4 py-10' : 'px-4 py-1.5'}>
      <div className="flex min-h-8 flex-wrap items-center gap-x-4 gap-y-1">
        <PlusIcon className="text-ink-soft" />
        <p className="me-auto max-sm:hidden">
          <Trans>
            <strong className="font-strong">Drop files anywhere</strong> in this window.
          </Trans>
        </p>
        <p className="me-auto text-read font-medium sm:hidden">
          <Trans>Add files</Trans>
        </p>
        <Button look="ghost" icon={FolderOpenIcon} hotkey="U" onClick={browseFiles}>{t`Browse`}</Button>
        <Opener
          trigger={<Button look="ghost" icon={LinkIcon}>{t`From an address`}</Button>}
          popup={urlPopup}
          haspopup="dialog"
          given={{
            onAdd: (urls: string[]) => {
              addAddresses(urls)
              void navigate(paths.convert())
            },
          }}
        />
        <span className="flex items-center gap-2 text-ink-soft max-md:hidden">
          <Trans>Paste</Trans> <Kbd>{modKey()} V</Kbd>
        </span>
      </div>
    </DropZone>
  )
}
