import { useLingui } from '@lingui/react/macro'
import { CircleAlertIcon, DownloadIcon, PrinterIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { TextButton } from '../../../ui/text-button.tsx'
import { type PdfHandle, useViewer } from '../../pdf/viewer/index.ts'
import type { Taking } from './use-take.ts'

type NoticesProps = { handle: PdfHandle; notice: Taking['notice'] }

/** Below the header: printing progress, and the result of a download. */
export function Notices({ handle, notice }: NoticesProps) {
  const { t } = useLingui()
  const ready = useViewer(handle, (state) => state.printing)
  const pages = useViewer(handle, (state) => state.pages)
  return (
    <>
      <div role="alert">
        {notice?.bad && (
          <Line>
            <CircleAlertIcon className="size-3.5 text-bad" />
            <span className="flex-1 text-bad">{notice.text}</span>
          </Line>
        )}
      </div>
      <div role="status">
        {notice && !notice.bad && (
          <Line>
            <DownloadIcon className="size-3.5" />
            <span className="flex-1">{notice.text}</span>
          </Line>
        )}
        {ready !== null && ready < pages && (
          <Line>
            <PrinterIcon className="size-3.5" />
            <span className="flex-1">{t`Preparing pages for printing: ${ready} of ${pages}`}</span>
            <TextButton onClick={() => handle.stopPrinting()}>{t`Cancel`}</TextButton>
          </Line>
        )}
      </div>
    </>
  )
}

const Line = ({ children }: { children: ReactNode }) => (
  <div className="flex min-h-9 items-center gap-2 border-b border-line bg-surface px-4 py-1.5 text-small text-ink-soft">
    {children}
  </div>
)
