import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { Sheet } from '../../ui/sheet.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { type Arrangement, type OpenPdf, type PdfHandle, PdfOutline, PdfThumbnails } from '../pdf/index.ts'

export type Beside = 'pages' | 'outline'

export type BesideSheetProps = {
  what: Beside
  open: boolean
  onClose: () => void
  pdf: OpenPdf
  handle: PdfHandle
  panel: { label: string; node: ReactNode; first: boolean }
  arrangement: Arrangement | undefined
}

/** Where there is no room beside the pages: the small ones, or the outline, from the foot of the screen. */
export function BesideSheet({ what, open, onClose, pdf, handle, panel, arrangement }: BesideSheetProps) {
  const { t } = useLingui()
  const [chosen, setTab] = useState<'panel' | 'outline' | null>(null)
  const tab = chosen ?? (panel.first ? 'panel' : 'outline')
  return (
    <Sheet open={open} onOpenChange={onClose} title={what === 'pages' ? t`Pages` : t`About this file`}>
      {what === 'pages' ? (
        <div className="h-[60dvh]">
          <PdfThumbnails
            pdf={pdf}
            handle={handle}
            width={88}
            onGo={onClose}
            {...(arrangement && { arrangement })}
          />
        </div>
      ) : (
        <Tabs
          label={t`About this file`}
          value={tab}
          onChange={setTab}
          tabs={[
            { value: 'panel', label: panel.label, panel: panel.node },
            {
              value: 'outline',
              label: t`Outline`,
              panel: <PdfOutline pdf={pdf} handle={handle} onGo={onClose} />,
            },
          ]}
        />
      )}
    </Sheet>
  )
}
