import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { formatNumber, formatPercent } from '../../../../lib/format-number.ts'
import { Button } from '../../../../ui/button.tsx'
import { deferred, useDeferredDialog } from '../../../../ui/deferred.tsx'
import type { OutputProps } from './output.tsx'
import type { OutputDialogProps } from './output-dialog.tsx'

const DIALOG = deferred<OutputDialogProps>(async () => (await import('./output-dialog.tsx')).OutputDialog)

/** Without space beside the page: a bar at the bottom, whose button opens the output form. */
export function OutputSheet({ session, output, children }: OutputProps & { children?: ReactNode }) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const Dialog = useDeferredDialog(DIALOG, isOpen, close)
  return (
    <div className="flex flex-none items-center gap-2 border-t border-line-strong bg-surface px-4 py-2.5">
      {children}
      <span role="status" className="me-auto min-w-0 text-ink-soft max-sm:text-small">
        <Standing session={session} output={output} />
      </span>
      <Button
        variant="primary"
        size={36}
        className="flex-none whitespace-nowrap"
        onClick={() => setOpen(true)}
      >
        {output.pdf.conversion ? t`Show PDF` : t`Create PDF`}
      </Button>
      {Dialog && <Dialog session={session} output={output} open={isOpen} onClose={close} />}
    </div>
  )
}

/** What can be created, or the progress. */
function Standing({ session: { pages }, output: { quote, pdf } }: OutputProps) {
  const { t, i18n } = useLingui()
  const { conversion, isWaiting } = pdf
  if (conversion?.status === 'completed') return t`PDF created`
  if (conversion?.status === 'failed') return t`Failed`
  if (conversion) {
    const { progress } = conversion
    return progress === null ? t`Creating PDF` : formatPercent(100 * progress, i18n.locale)
  }
  if (isWaiting) return t`Waiting for pages`
  const count = t({ message: plural(pages.length, { one: '# page', other: '# pages' }) })
  if (!quote) return count
  const price = formatNumber(quote.credits, i18n.locale)
  return `${count}, ${t({ message: plural(quote.credits, { one: `${price} credit`, other: `${price} credits` }) })}`
}
