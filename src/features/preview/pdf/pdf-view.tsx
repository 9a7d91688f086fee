import { PdfBar, PdfViewer, usePdf, usePdfHandle } from '../../pdf/viewer/index.ts'
import { useSideName, type ViewProps } from '../parts.tsx'

/** The pages of a PDF in a column. */
export function PdfView({ side }: ViewProps) {
  const name = useSideName()(side)
  const pdf = usePdf({ url: side.url })
  const handle = usePdfHandle()
  return (
    <div className="relative h-[min(40rem,76vh)] bg-sunk">
      <PdfViewer pdf={pdf} handle={handle} label={`${name}, ${side.name}`} />
      <PdfBar handle={handle} />
    </div>
  )
}
