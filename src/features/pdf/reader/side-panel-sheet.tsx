import { useLingui } from '@lingui/react/macro'
import type { ComponentProps, ReactNode } from 'react'
import { Sheet } from '../../../ui/sheet.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { type OpenPdf, type PdfHandle, PdfOutline, PdfThumbnails } from '../viewer/index.ts'

export type SidePanel = 'pages' | 'outline'

/** A panel beside the pages. */
export interface Panel {
  value: string
  label: string
  panel: ReactNode
  count?: number
}

export type SidePanelSheetProps = {
  what: SidePanel
  open: boolean
  onClose: () => void
  pdf: OpenPdf
  handle: PdfHandle
  panels: readonly Panel[]
  tab: string
  onTab: (tab: string) => void
  /** The thumbnails' overlays. */
  small: Pick<ComponentProps<typeof PdfThumbnails>, 'arrangement' | 'values' | 'overlay'>
}

/** Thumbnails or panels in a bottom sheet, if they do not fit beside the pages. */
export function SidePanelSheet({
  what,
  open,
  onClose,
  pdf,
  handle,
  panels,
  tab,
  onTab,
  small,
}: SidePanelSheetProps) {
  const { t } = useLingui()
  return (
    <Sheet open={open} onOpenChange={onClose} title={what === 'pages' ? t`Pages` : t`About this file`}>
      {what === 'pages' ? (
        <div className="h-[60dvh]">
          <PdfThumbnails pdf={pdf} handle={handle} width={88} onGo={onClose} {...small} />
        </div>
      ) : (
        <Tabs
          label={t`About this file`}
          value={tab}
          onChange={onTab}
          tabs={[
            ...panels,
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
