import { useLingui } from '@lingui/react/macro'
import { CloudOffIcon, FormInputIcon, type LucideIcon } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useProblemWords } from '../../problems/index.ts'
import { CopyNote } from './copy-note.tsx'
import type { OpenPdf } from './opening.ts'
import { Pages, type PagesProps } from './pages.tsx'
import { painterOf } from './painter.ts'
import type { Pdf } from './pdf.ts'
import { PdfState } from './states.tsx'
import './text-layer.css'

export type PdfViewerProps = Omit<PagesProps, 'pdf'> & { pdf: OpenPdf }

/** A PDF, or its error state. Fills the height of its container. */
export function Viewer({ pdf: open, ...rest }: PdfViewerProps) {
  const pdf = open.state === 'open' ? open.pdf : null
  const { handle } = rest
  useEffect(() => {
    if (!pdf) return
    return () => {
      painterOf(pdf).close()
      handle.set({
        pages: 0,
        page: 1,
        scale: 0,
        rotation: 0,
        zoom: 'auto',
        found: null,
        printing: null,
        copying: null,
      })
    }
  }, [pdf, handle])
  if (open.state !== 'open') return <PdfState open={open} />
  return (
    <div className="flex h-full min-h-0 flex-col">
      <Notices open={open} />
      <div className="relative min-h-0 flex-1">
        <Pages key={keyOf(open.pdf)} pdf={open.pdf} {...rest} />
        <CopyNote handle={handle} />
      </div>
    </div>
  )
}

const keys = new WeakMap<Pdf, number>()
let made = 0
/** A new key for another file, which resets all state. */
function keyOf(pdf: Pdf): number {
  const key = keys.get(pdf) ?? ++made
  keys.set(pdf, key)
  return key
}

function Notices({ open }: { open: Extract<OpenPdf, { state: 'open' }> }) {
  const { t } = useLingui()
  const words = useProblemWords()
  const [xfa, setXfa] = useState(false)
  const { pdf, trouble } = open
  useEffect(() => {
    let gone = false
    setXfa(false)
    pdf.isXfaAlone().then(
      (alone) => !gone && setXfa(alone),
      () => {},
    )
    return () => {
      gone = true
    }
  }, [pdf])
  return (
    <>
      {xfa && (
        <Notice icon={FormInputIcon}>
          {t`This is an XFA form, which can’t be displayed here. Open it in Adobe Acrobat.`}
        </Notice>
      )}
      {trouble && (
        <Notice icon={CloudOffIcon}>
          {t`Part of the file couldn’t be loaded.`} {words(trouble)}
        </Notice>
      )}
    </>
  )
}

function Notice({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <p
      role="status"
      className="flex flex-none items-start gap-2 border-b border-line bg-warn-tint px-4 py-2 text-small text-warn"
    >
      <Icon className="mt-px size-3.5" />
      <span>{children}</span>
    </p>
  )
}
