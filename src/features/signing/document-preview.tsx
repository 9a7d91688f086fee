import { useLingui } from '@lingui/react/macro'
import { FileTextIcon } from 'lucide-react'
import { useState } from 'react'
import { type SigningSession, signingDocumentUrl, signingResultUrl } from '../../api/signing.ts'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { PdfBar, PdfViewer, usePdf, usePdfHandle } from '../pdf/index.ts'

/** The sealed document once there is one, else what was sent; read here when it is asked for. */
export function DocumentPreview({ session }: { session: SigningSession }) {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  const sealed = session.result !== null
  return (
    <Panel title={sealed ? t`The sealed document` : t`The document`} flush>
      {open ? (
        <Reading
          url={sealed ? signingResultUrl(session.id) : signingDocumentUrl(session.id)}
          name={session.title}
        />
      ) : (
        <p className="p-4">
          <Button icon={FileTextIcon} wide onClick={() => setOpen(true)}>
            {t`Read it here`}
          </Button>
        </p>
      )}
    </Panel>
  )
}

function Reading({ url, name }: { url: string; name: string }) {
  const pdf = usePdf({ url })
  const handle = usePdfHandle()
  return (
    <div className="relative h-120">
      <PdfViewer pdf={pdf} handle={handle} label={name} />
      <PdfBar handle={handle} />
    </div>
  )
}
