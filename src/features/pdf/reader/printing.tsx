import { useLingui } from '@lingui/react/macro'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ProgressLine } from '../../../ui/progress-line.tsx'
import { type PdfHandle, useViewer } from '../viewer/index.ts'

/** Progress while the pages are rendered for printing. */
export function Printing({ handle }: { handle: PdfHandle }) {
  const { t } = useLingui()
  const ready = useViewer(handle, (state) => state.printing)
  const pages = useViewer(handle, (state) => state.pages)
  const going = ready !== null && ready < pages
  return (
    <Dialog
      open={going}
      onOpenChange={() => handle.stopPrinting()}
      title={t`Preparing pages for printing`}
      description={t`Page ${ready ?? 0} of ${pages}`}
      foot={<Button onClick={() => handle.stopPrinting()}>{t`Cancel`}</Button>}
    >
      <ProgressLine label={t`Pages prepared`} percent={pages > 0 ? (100 * (ready ?? 0)) / pages : 0} />
    </Dialog>
  )
}
