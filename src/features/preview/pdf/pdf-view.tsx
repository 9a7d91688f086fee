import { useLingui } from '@lingui/react/macro'
import { LockIcon } from 'lucide-react'
import { useState } from 'react'
import { Broken } from '../lazy.tsx'
import { Note, useSideName, type ViewProps, Waiting } from '../parts.tsx'
import { Trouble } from '../trouble.tsx'
import { PdfPages } from './pdf-pages.tsx'
import { usePdf } from './use-pdf.ts'

/** The pages of a PDF, one under the other. */
export function PdfView({ side }: ViewProps) {
  const { t } = useLingui()
  const name = useSideName()(side)
  const [attempt, setAttempt] = useState(0)
  const open = usePdf(side.url, attempt)
  const again = () => setAttempt(attempt + 1)
  switch (open.state) {
    case 'loading':
      return (
        <div className="px-4">
          <Waiting className="h-96" />
        </div>
      )
    case 'locked':
      return (
        <Note
          icon={LockIcon}
          title={t`It opens with a password`}
        >{t`Download it and open it in a program that asks for one.`}</Note>
      )
    case 'unavailable':
      return <Trouble error={open.error} onRetry={again} />
    case 'broken':
      return <Broken onRetry={again} />
    case 'open':
      return <PdfPages pdf={open.pdf} first={open.first} label={`${name}, ${side.name}`} />
  }
}
