import { useLingui } from '@lingui/react/macro'
import { Sheet } from '../../ui/sheet.tsx'
import { type OpenPdf, type PdfHandle, PdfOutline, PdfThumbnails } from '../pdf/index.ts'

export type Beside = 'pages' | 'outline'

export type BesideSheetProps = {
  what: Beside
  open: boolean
  onClose: () => void
  pdf: OpenPdf
  handle: PdfHandle
}

/** Where there is no room beside the pages: the small ones, or the outline, from the foot of the screen. */
export function BesideSheet({ what, open, onClose, pdf, handle }: BesideSheetProps) {
  const { t } = useLingui()
  return (
    <Sheet open={open} onOpenChange={onClose} title={what === 'pages' ? t`Pages` : t`Outline`}>
      {what === 'pages' ? (
        <div className="h-[60dvh]">
          <PdfThumbnails pdf={pdf} handle={handle} width={88} onGo={onClose} />
        </div>
      ) : (
        <PdfOutline pdf={pdf} handle={handle} onGo={onClose} />
      )}
    </Sheet>
  )
}
