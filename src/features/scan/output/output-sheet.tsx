import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import type { ScanSession } from '../../../api/scan.ts'
import { Button } from '../../../ui/button.tsx'
import { deferred, useDeferredDialog } from '../../../ui/deferred.tsx'
import type { OutputDialogProps } from './output-dialog.tsx'

const DIALOG = deferred<OutputDialogProps>(async () => (await import('./output-dialog.tsx')).OutputDialog)

/** Where there is no room beside the page: a button at its foot that opens the output. */
export function OutputSheet({ session, children }: { session: ScanSession; children?: ReactNode }) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const Dialog = useDeferredDialog(DIALOG, isOpen, close)
  const count = session.pages.length
  return (
    <div className="flex flex-none items-center gap-2 border-t border-line-strong bg-surface px-4 py-2.5">
      {children}
      <span className="me-auto truncate text-ink-soft">
        {t({ message: plural(count, { one: '# page', other: '# pages' }) })}
      </span>
      <Button look="primary" size={36} onClick={() => setOpen(true)}>
        {t`Create PDF`}
      </Button>
      {Dialog && <Dialog session={session} open={isOpen} onClose={close} />}
    </div>
  )
}
