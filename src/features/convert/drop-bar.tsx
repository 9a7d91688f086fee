import { Trans, useLingui } from '@lingui/react/macro'
import { FolderOpenIcon, PlusIcon } from 'lucide-react'
import { modKey } from '../../lib/use-hotkeys.ts'
import { Button } from '../../ui/button.tsx'
import { DropZone } from '../../ui/drop-zone.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { browseFiles } from './window-drop.tsx'

/** The place that says files can be dropped. The whole window takes them; this is where one looks for it. */
export function DropBar({ big }: { big?: boolean }) {
  const { t } = useLingui()
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
        <span className="flex items-center gap-2 text-ink-soft max-md:hidden">
          <Trans>Paste</Trans> <Kbd>{modKey()} V</Kbd>
        </span>
      </div>
    </DropZone>
  )
}
