import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { useHotkeys } from '../../../lib/use-hotkeys.ts'
import { useMedia } from '../../../lib/use-media.ts'
import {
  PdfBar,
  PdfViewer,
  preloadPdf,
  usePdf,
  usePdfHandle,
  useSaidPage,
  useViewer,
} from '../../pdf/viewer/index.ts'
import type { ReaderProps } from '../public/index.ts'
import { FindLine } from './find-line.tsx'
import { Head } from './head.tsx'
import { Notices } from './notices.tsx'
import { SidePanel } from './side-panel.tsx'
import './reading.css'
import { useEnd } from './use-end.ts'
import { useTake } from './use-take.ts'

// On its way with this code, and not after it.
preloadPdf()

/** A shared PDF, read where it lies: its pages over the whole window, under a line with its name. */
export function Reader({ name, bytes, url, page, onPage, take, onClose, onEnded }: ReaderProps) {
  const { t } = useLingui()
  const pdf = usePdf({ url })
  const handle = usePdfHandle()
  const open = pdf.state === 'open'
  const pages = useViewer(handle, (state) => state.pages)
  const wide = useMedia('(min-width: 40rem)')
  const roomy = useMedia('(min-width: 80rem)')
  const [asked, setAsked] = useState<boolean | null>(null)
  const [finding, setFinding] = useState(false)
  const beside = open && (asked ?? (roomy && pages > 1))
  const tell = useSaidPage(handle, page, onPage)
  const stage = useRef<HTMLDivElement>(null)
  const taking = useTake(take)
  useEnd(pdf, onEnded)
  useHotkeys({ escape: onClose })
  // From the name to the pages, which the arrow keys move.
  const there = pages > 0
  useEffect(() => {
    if (there && document.activeElement?.tagName === 'H1') stage.current?.querySelector('section')?.focus()
  }, [there])
  return (
    <main className="fixed inset-0 z-(--z-sticky) flex flex-col bg-sunk pt-[env(safe-area-inset-top)]">
      <Head
        name={name}
        bytes={bytes}
        pages={pages}
        handle={handle}
        open={open}
        wide={wide}
        beside={beside}
        onBeside={() => setAsked(!beside)}
        finding={finding}
        onFinding={() => setFinding(!finding)}
        taking={taking}
        onClose={onClose}
      />
      {!wide && finding && open && <FindLine handle={handle} />}
      <Notices handle={handle} said={taking.said} />
      <div className="relative flex min-h-0 flex-1">
        {beside && <SidePanel pdf={pdf} handle={handle} over={!wide} onGo={() => !wide && setAsked(false)} />}
        <div ref={stage} className="relative min-w-0 flex-1">
          <PdfViewer pdf={pdf} handle={handle} label={t`Pages of ${name}`} onPageChange={tell} />
          <PdfBar handle={handle} />
        </div>
      </div>
    </main>
  )
}
