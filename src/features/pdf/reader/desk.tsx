import { useLingui } from '@lingui/react/macro'
import { GalleryVerticalIcon, PanelRightIcon, PrinterIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useMedia } from '../../../lib/use-media.ts'
import { deferred, useDeferred } from '../../../ui/deferred.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import {
  type Arrangement,
  type OpenPdf,
  type PageView,
  PdfBar,
  type PdfField,
  PdfFind,
  type PdfHandle,
  PdfOutline,
  PdfThumbnails,
  PdfViewer,
  useSaidPage,
  useViewer,
} from '../viewer/index.ts'
import type { Beside, BesideSheetProps, Panel } from './beside-sheet.tsx'
import { OpenPdfButton } from './taken.tsx'

type PdfDeskProps = {
  pdf: OpenPdf
  handle: PdfHandle
  name: string
  /** The page to begin at, from 1; followed when it changes. */
  page: number
  onPage: (page: number) => void
  /** In the bar above the pages. */
  tools: ReactNode
  /** Below the bar: how the tool that is chosen works. */
  options: ReactNode
  /** In place of the pages, over their whole room. */
  instead: ReactNode
  /** Laid over each page. */
  overlay: (page: PageView) => ReactNode
  arrangement: Arrangement | undefined
  /** The form fields that the overlay draws. */
  covered: readonly PdfField[]
  /** Beside the outline; the first of them is open where `first` says what most would look at. */
  panels: readonly Panel[]
  first: string | null
}

// Each with the code of what floats, which most who read a file never see.
const SHEET = deferred<BesideSheetProps>(async () => (await import('./beside-sheet.tsx')).BesideSheet)
const PRINTING = deferred<{ handle: PdfHandle }>(async () => (await import('./printing.tsx')).Printing)

/** A file to work with: its pages small at the side, large in the middle, its outline beside them; on a phone these come in a sheet. */
export function PdfDesk({
  pdf,
  handle,
  name,
  page,
  onPage,
  tools,
  options,
  instead,
  overlay,
  arrangement,
  covered,
  panels,
  first,
}: PdfDeskProps) {
  const { t } = useLingui()
  const [chosen, setTab] = useState<string | null>(null)
  const tab = chosen ?? first ?? 'outline'
  const wide = useMedia('(min-width: 48rem)')
  const roomy = useMedia('(min-width: 80rem)')
  const [hidden, setHidden] = useState<ReadonlySet<Beside>>(new Set())
  const [sheet, setSheet] = useState<Beside | null>(null)
  const [sheetOpen, setSheetOpen] = useState(false)
  const Sheet = useDeferred(SHEET, sheet !== null)
  const printing = useViewer(handle, (state) => state.printing !== null)
  const Printing = useDeferred(PRINTING, printing)
  const open = pdf.state === 'open'

  const tell = useSaidPage(handle, page, onPage)
  const inPlace = { pages: wide, outline: roomy }
  const press = (what: Beside) => {
    if (!inPlace[what]) {
      setSheet(what)
      return setSheetOpen(true)
    }
    const next = new Set(hidden)
    if (!next.delete(what)) next.add(what)
    setHidden(next)
  }
  const shown = (what: Beside) => inPlace[what] && !hidden.has(what)
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex min-h-11 flex-none flex-wrap items-center gap-1 border-b border-line-strong bg-surface px-3 py-1.5">
        {!instead && <OpenPdfButton />}
        <IconButton
          name={t`Thumbnails`}
          icon={GalleryVerticalIcon}
          on={shown('pages')}
          disabled={!open}
          onClick={() => press('pages')}
        />
        <IconButton name={t`Print`} icon={PrinterIcon} disabled={!open} onClick={() => handle.print()} />
        {tools}
        <div className="ms-auto flex min-w-44 flex-1 items-center gap-1">
          <PdfFind handle={handle} className="flex-1 justify-end" />
          <IconButton
            name={t`Fields and outline`}
            icon={PanelRightIcon}
            on={shown('outline')}
            disabled={!open}
            onClick={() => press('outline')}
          />
        </div>
      </div>
      {open && options}
      <div className="flex min-h-0 flex-1">
        {shown('pages') && open && !instead && (
          <div className="w-28 flex-none border-e border-line-strong bg-rail">
            <PdfThumbnails pdf={pdf} handle={handle} {...(arrangement && { arrangement })} />
          </div>
        )}
        <div className="relative min-w-0 flex-1 bg-sunk">
          <PdfViewer
            pdf={pdf}
            handle={handle}
            label={name}
            onPageChange={tell}
            overlay={overlay}
            arrangement={arrangement}
            covered={covered}
          />
          <PdfBar handle={handle} />
          {open && instead && <div className="absolute inset-0 z-1 bg-sunk">{instead}</div>}
        </div>
        {shown('outline') && open && (
          <aside
            aria-label={t`About this file`}
            className="w-73 flex-none overflow-y-auto border-s border-line-strong bg-surface"
          >
            <Tabs
              label={t`About this file`}
              value={tab}
              onChange={setTab}
              tabs={[
                ...panels,
                { value: 'outline', label: t`Outline`, panel: <PdfOutline pdf={pdf} handle={handle} /> },
              ]}
              className="*:first:sticky *:first:top-0 *:first:z-1 *:first:bg-rail"
            />
          </aside>
        )}
      </div>
      {Sheet && sheet && (
        <Sheet
          what={sheet}
          open={sheetOpen}
          onClose={() => setSheetOpen(false)}
          pdf={pdf}
          handle={handle}
          panels={panels}
          tab={tab}
          onTab={setTab}
          arrangement={arrangement}
        />
      )}
      {Printing && printing && <Printing handle={handle} />}
    </div>
  )
}
