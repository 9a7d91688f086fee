import { useLingui } from '@lingui/react/macro'
import { cutMiddle } from '../../../lib/cut-middle.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogClose } from '../../../ui/dialog.tsx'
import { PdfViewer, usePdf, usePdfHandle } from '../../pdf/viewer/index.ts'
import { LONG } from './labels.ts'

/** The pages of the document or its result; loaded on demand. */
export function LookDialog({ url, name, onClose }: { url: string; name: string; onClose: () => void }) {
  const { t } = useLingui()
  const pdf = usePdf({ url })
  const handle = usePdfHandle()
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title={cutMiddle(name, LONG)}
      foot={<DialogClose render={<Button variant="primary">{t`Close`}</Button>} />}
    >
      <div className="relative h-[min(36rem,62vh)] bg-sunk">
        <PdfViewer pdf={pdf} handle={handle} label={name} />
      </div>
    </Dialog>
  )
}
