import { useLingui } from '@lingui/react/macro'
import { PrinterIcon } from 'lucide-react'
import { useState } from 'react'
import { classNames } from '../../../lib/class-names.ts'
import { Button } from '../../../ui/button.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { type OpenPdf, type PdfHandle, PdfOutline, PdfThumbnails } from '../../pdf/viewer/index.ts'

type SidePanelProps = {
  pdf: OpenPdf
  handle: PdfHandle
  /** Overlays the pages, because there is no space beside them. */
  floating: boolean
  onGo: () => void
}

/** The pages as thumbnails, or the file's outline. */
export function SidePanel({ pdf, handle, floating, onGo }: SidePanelProps) {
  const { t } = useLingui()
  const print = () => {
    handle.print()
    onGo()
  }
  const [what, setWhat] = useState<'pages' | 'outline'>('pages')
  return (
    <aside
      aria-label={t`Contents`}
      className={classNames(
        'flex flex-col bg-rail',
        floating ? 'absolute inset-0 z-2' : 'w-60 flex-none border-e border-line-strong lg:w-64',
      )}
    >
      <div className="flex-none p-2">
        <Segmented
          label={t`Side panel`}
          wide
          value={what}
          onChange={setWhat}
          options={[
            { value: 'pages', label: t`Pages` },
            { value: 'outline', label: t`Outline` },
          ]}
        />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto">
        {what === 'pages' ? (
          <PdfThumbnails pdf={pdf} handle={handle} width={floating ? 88 : 84} onGo={onGo} />
        ) : (
          <PdfOutline pdf={pdf} handle={handle} onGo={onGo} />
        )}
      </div>
      {floating && (
        <div className="flex-none border-t border-line p-2 pb-[max(0.5rem,env(safe-area-inset-bottom))]">
          <Button wide icon={PrinterIcon} onClick={print}>
            {t`Print`}
          </Button>
        </div>
      )}
    </aside>
  )
}
