import { useLingui } from '@lingui/react/macro'
import { PanelRightIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useMedia } from '../../../lib/use-media.ts'
import { deferred, useDeferred } from '../../../ui/deferred.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import {
  type Arrangement,
  type FieldValues,
  type OpenPdf,
  type PageView,
  PdfBar,
  type PdfField,
  PdfFind,
  type PdfHandle,
  PdfOutline,
  PdfThumbnails,
  PdfViewer,
  type PrintOverlay,
  useSaidPage,
  useViewer,
} from '../viewer/index.ts'
import type { Panel, SidePanelSheetProps } from './side-panel-sheet.tsx'
import type { Panes } from './use-panes.ts'

type PdfReaderProps = {
  pdf: OpenPdf
  handle: PdfHandle
  name: string
  /** The initial page, from 1; changes scroll to it. */
  page: number
  onPage: (page: number) => void
  panes: Panes
  /** The toolbar: above the pages, or at the bottom of the screen with `toolsAtFoot`. */
  tools: ReactNode
  toolsAtFoot: boolean
  /** Whether the search box is shown. */
  finding: boolean
  /** Options of the selected tool. Their row is always rendered, so that the pages never move. */
  options: ReactNode
  /** Replaces the pages, in their full area. */
  instead: ReactNode
  /** Rendered over each page. */
  overlay: (page: PageView) => ReactNode
  arrangement: Arrangement | undefined
  /** Field values that the pages render; the thumbnails render `thumbnailValues`. */
  values: FieldValues | undefined
  thumbnailValues: FieldValues
  /** Rendered over each thumbnail, in points. */
  thumbnailOverlay: (page: PageView) => ReactNode
  printOverlay: PrintOverlay
  /** The form fields that the overlay renders. */
  covered: readonly PdfField[]
  /** Next to the outline; with `first` the first one is open initially. */
  panels: readonly Panel[]
  first: string | null
  /** Below the panels, always visible. */
  foot: ReactNode
}

// Each loads the popup code, which most readers never need.
const SHEET = deferred<SidePanelSheetProps>(
  async () => (await import('./side-panel-sheet.tsx')).SidePanelSheet,
)
const PRINTING = deferred<{ handle: PdfHandle }>(async () => (await import('./printing.tsx')).Printing)

/**
 * A file in the editor: thumbnails on one side, pages in the middle, panels on the other side; on
 * phones these open in a sheet.
 */
export function PdfReader({
  pdf,
  handle,
  name,
  page,
  onPage,
  panes,
  tools,
  toolsAtFoot,
  finding,
  options,
  instead,
  overlay,
  arrangement,
  values,
  thumbnailValues,
  thumbnailOverlay,
  printOverlay,
  covered,
  panels,
  first,
  foot,
}: PdfReaderProps) {
  const { t } = useLingui()
  const [chosen, setTab] = useState<string | null>(null)
  const tab = chosen ?? first ?? 'outline'
  const { shown, sheet } = panes
  const narrow = !useMedia('(min-width: 1180px)')
  const Sheet = useDeferred(SHEET, sheet !== null)
  const printing = useViewer(handle, (state) => state.printing !== null)
  const Printing = useDeferred(PRINTING, printing)
  const open = pdf.state === 'open'

  const small = {
    values: thumbnailValues,
    overlay: thumbnailOverlay,
    ...(arrangement && { arrangement }),
  }
  const tell = useSaidPage(handle, page, onPage)
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      {(finding || !toolsAtFoot) && (
        <div className="flex h-12 flex-none items-center gap-2 border-b border-line bg-surface px-3 touch:h-14">
          {!toolsAtFoot && tools}
          {finding && (
            <div className="ms-auto flex min-w-28 flex-1 items-center justify-end gap-1">
              <PdfFind handle={handle} className="flex-1 justify-end" />
              {!panes.inPlace.outline && !toolsAtFoot && (
                <IconButton
                  name={t`Fields and outline`}
                  icon={PanelRightIcon}
                  disabled={!open}
                  onClick={() => panes.toggle('outline')}
                />
              )}
            </div>
          )}
        </div>
      )}
      <section
        aria-label={t`Tool options`}
        // Focusable, so that the arrow keys scroll it if it overflows.
        tabIndex={narrow ? 0 : undefined}
        className="flex h-10 flex-none items-center gap-4 overflow-x-auto overflow-y-hidden border-b border-line-strong bg-canvas px-3 text-small whitespace-nowrap [scrollbar-width:none] touch:h-13"
      >
        {open && options}
      </section>
      <div className="flex min-h-0 flex-1">
        {shown('pages') && open && !instead && (
          <div className="w-28 flex-none border-e border-line-strong bg-rail">
            <PdfThumbnails pdf={pdf} handle={handle} {...small} />
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
            values={values}
            printOverlay={printOverlay}
          />
          <PdfBar handle={handle} />
          {open && instead && <div className="absolute inset-0 z-1 bg-sunk">{instead}</div>}
        </div>
        {shown('outline') && open && (
          <aside
            aria-label={t`About this file`}
            className="flex w-75 flex-none flex-col border-s border-line-strong bg-surface"
          >
            <div className="min-h-0 flex-1 overflow-y-auto">
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
            </div>
            {foot}
          </aside>
        )}
      </div>
      {toolsAtFoot && tools}
      {Sheet && sheet && (
        <Sheet
          what={sheet}
          open={panes.sheetOpen}
          onClose={panes.closeSheet}
          pdf={pdf}
          handle={handle}
          panels={panels}
          tab={tab}
          onTab={setTab}
          small={small}
        />
      )}
      {Printing && printing && <Printing handle={handle} />}
    </div>
  )
}
