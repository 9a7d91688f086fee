import { useLingui } from '@lingui/react/macro'
import type { BusinessDocument } from '../../../../api/businesses.ts'
import { cutMiddle } from '../../../../lib/cut-middle.ts'
import { Button } from '../../../../ui/button.tsx'
import { Dialog, DialogClose } from '../../../../ui/dialog.tsx'
import { DocumentView } from './document-view.tsx'

type ViewDialogProps = { business_id: string; document: BusinessDocument; onClose: () => void }

/** A document in a dialog. */
export default function ViewDialog({ business_id, document, onClose }: ViewDialogProps) {
  const { t } = useLingui()
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title={cutMiddle(document.file_name, 40)}
      foot={<DialogClose render={<Button variant="primary">{t`Done`}</Button>} />}
    >
      <div className="h-[min(36rem,62vh)]">
        <DocumentView business_id={business_id} document={document} />
      </div>
    </Dialog>
  )
}
