import './reading.css'
import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import type { ApiError } from '../../../api/errors.ts'
import { useHotkeys } from '../../../lib/use-hotkeys.ts'
import { useLatest } from '../../../lib/use-latest.ts'
import { useMedia } from '../../../lib/use-media.ts'
import {
  type OpenPdf,
  PdfBar,
  PdfFind,
  type PdfHandle,
  PdfViewer,
  preloadPdf,
  usePdf,
  usePdfHandle,
  useSaidPage,
  useViewer,
} from '../../pdf/viewer/index.ts'
import type { ReaderProps } from '../public/index.ts'
import { Head } from './head.tsx'
import { Notices } from './notices.tsx'
import { SidePanel } from './side-panel.tsx'
import { useTake } from './use-take.ts'

const OVER: readonly string[] = [
  'share_expired',
  'share_revoked',
  'share_used_up',
  'share_unavailable',
  'not_found',
  'link_expired',
]

/**
 * If the first range is refused there is nothing to display, and the page shows why. Loaded pages
 * stay, with the viewer's message above.
 */
function useEnd(pdf: OpenPdf, onEnded: (error: ApiError) => void) {
  const latest = useLatest(onEnded)
  useEffect(() => {
    if (pdf.state === 'unavailable' && OVER.includes(pdf.error.code)) latest.current(pdf.error)
  }, [pdf])
}

// Loads in parallel with this code.
preloadPdf()

/**
 * A reader for a shared PDF, loaded by ranges: pages in the whole window, below a header with its
 * name.
 */
export function Reader({ name, bytes, url, page, onPage, take, onClose, onEnded }: ReaderProps) {
  const { t } = useLingui()
  const pdf = usePdf({ url })
  const handle = usePdfHandle()
  const open = pdf.state === 'open'
  const pages = useViewer(handle, (state) => state.pages)
  const wide = useMedia('(min-width: 40rem)')
  const roomy = useMedia('(min-width: 80rem)')
  const [chosen, setChosen] = useState<boolean | null>(null)
  const [finding, setFinding] = useState(false)
  const panel = open && (chosen ?? (roomy && pages > 1))
  const tell = useSaidPage(handle, page, onPage)
  const stage = useRef<HTMLDivElement>(null)
  const taking = useTake(take)
  useEnd(pdf, onEnded)
  useHotkeys({ escape: onClose })
  // Moves the focus from the name to the pages, so that the arrow keys scroll.
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
        panel={panel}
        onBeside={() => setChosen(!panel)}
        finding={finding}
        onFinding={() => setFinding(!finding)}
        taking={taking}
        onClose={onClose}
      />
      {!wide && finding && open && <FindLine handle={handle} />}
      <Notices handle={handle} notice={taking.notice} />
      <div className="relative flex min-h-0 flex-1">
        {panel && (
          <SidePanel pdf={pdf} handle={handle} floating={!wide} onGo={() => !wide && setChosen(false)} />
        )}
        <div ref={stage} className="relative min-w-0 flex-1">
          <PdfViewer pdf={pdf} handle={handle} label={t`Pages of ${name}`} onPageChange={tell} />
          <PdfBar handle={handle} />
        </div>
      </div>
    </main>
  )
}

/** On phones the search has a separate line, and is focused immediately. */
function FindLine({ handle }: { handle: PdfHandle }) {
  const line = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const box = line.current
    if (!box) return
    const focus = () => box.querySelector('input')?.focus()
    focus()
    // The field's code may still be loading.
    const observer = new MutationObserver(() => {
      focus()
      observer.disconnect()
    })
    if (!box.querySelector('input')) observer.observe(box, { childList: true, subtree: true })
    return () => {
      observer.disconnect()
      handle.find('')
    }
  }, [handle])
  return (
    <div ref={line} className="flex-none border-b border-line-strong bg-surface px-3 py-1.5">
      <PdfFind handle={handle} hotkey={false} className="flex-row! flex-wrap-reverse" />
    </div>
  )
}
