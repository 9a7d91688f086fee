import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { type BusinessDocument, documentUrl } from '../../../../api/businesses.ts'
import { Button } from '../../../../ui/button.tsx'
import { PdfBar, PdfViewer, usePdf, usePdfHandle } from '../../../pdf/viewer/index.ts'

/** Formats that every browser displays. */
const IMAGE_FORMATS = ['jpeg', 'jpg', 'png', 'webp', 'gif']

type DocumentViewProps = { business_id: string; document: BusinessDocument }

/** A document in the browser's viewer, otherwise a download link. */
export function DocumentView({ business_id, document }: DocumentViewProps) {
  const { t } = useLingui()
  const { document_id, file_name, format } = document
  const url = documentUrl(business_id, document_id)
  if (format === 'pdf') return <Pages key={url} url={url} name={file_name} />
  if (format && IMAGE_FORMATS.includes(format)) return <DocumentImage key={url} url={url} name={file_name} />
  return <NotShown url={url} text={t`No preview for this file type.`} />
}

function DocumentImage({ url, name }: { url: string; name: string }) {
  const { t } = useLingui()
  const [failed, setFailed] = useState(false)
  if (failed) return <NotShown url={url} text={t`The image can’t be displayed. It may be damaged.`} />
  return (
    <div className="grid h-full place-items-center overflow-auto bg-sunk">
      <img
        src={url}
        alt={name}
        className="max-h-full max-w-full object-contain"
        onError={() => setFailed(true)}
      />
    </div>
  )
}

function NotShown({ url, text }: { url: string; text: string }) {
  const { t } = useLingui()
  return (
    <div className="grid h-full content-center justify-items-center gap-3 bg-sunk p-6 text-center">
      <p className="text-ink-soft">{text}</p>
      <Button render={<a href={url} download />}>{t`Download`}</Button>
    </div>
  )
}

function Pages({ url, name }: { url: string; name: string }) {
  const pdf = usePdf({ url })
  const handle = usePdfHandle()
  return (
    <div className="relative h-full bg-sunk">
      <PdfViewer pdf={pdf} handle={handle} label={name} />
      <PdfBar handle={handle} />
    </div>
  )
}
