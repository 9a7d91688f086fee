import { useLingui } from '@lingui/react/macro'
import { useVirtualizer } from '@tanstack/react-virtual'
import { ChevronDownIcon, ChevronUpIcon, MinusIcon, MoveHorizontalIcon, PlusIcon } from 'lucide-react'
import type { PDFDocumentProxy } from 'pdfjs-dist'
import { type KeyboardEvent, useCallback, useRef, useState } from 'react'
import { ViewBar, ViewBarButton, ViewBarFigure, ViewBarLine } from '../../../ui/view-bar.tsx'
import { formatZoom } from '../format-zoom.ts'
import { clamp, type Size } from '../image/view-math.ts'
import { Scroller } from '../scroller.tsx'
import { useSize } from '../use-size.ts'
import { PdfPage } from './pdf-page.tsx'
import { useKeptPlace } from './use-kept-place.ts'

const GAP = 12
/** Page and zoom lie over the last page's foot; it can be scrolled out from under them. */
const FOOT = 56
/** CSS pixels per point at 100%. */
const FULL = 96 / 72

type PdfPagesProps = { pdf: PDFDocumentProxy; first: Size; label: string }

/** Only the pages in sight are drawn: a thousand of them take no more memory than three. */
export function PdfPages({ pdf, first, label }: PdfPagesProps) {
  const { t, i18n } = useLingui()
  const scroller = useRef<HTMLDivElement>(null)
  const { width } = useSize(scroller)
  const [zoom, setZoom] = useState<number | null>(null)
  // Of those that were looked at; until then a page is taken for as large as the first.
  const [sizes, setSizes] = useState<ReadonlyMap<number, Size>>(new Map())
  const fit = clamp((width - 2 * GAP) / first.width, 0.1, 1.6)
  const scale = zoom ?? fit
  const sizeOf = (index: number) => sizes.get(index + 1) ?? first
  const pages = useVirtualizer({
    count: pdf.numPages,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => sizeOf(index).height * scale,
    gap: GAP,
    paddingStart: GAP,
    paddingEnd: FOOT,
    overscan: 1,
    enabled: width > 0,
  })
  useKeptPlace(scroller, pages, scale, sizes)
  const onSize = useCallback((number: number, size: Size) => {
    setSizes((known) => {
      const old = known.get(number)
      if (old?.width === size.width && old.height === size.height) return known
      return new Map(known).set(number, size)
    })
  }, [])

  const shown = pages.getVirtualItems()
  // The page that lies across a line a third down.
  const line = (pages.scrollOffset ?? 0) + (scroller.current?.clientHeight ?? 0) / 3
  const current = (shown.findLast(({ start }) => start <= line)?.index ?? 0) + 1
  const total = pdf.numPages
  const go = (page: number) => pages.scrollToIndex(clamp(page, 1, total) - 1, { align: 'start' })
  const step = (up: boolean) => setZoom(clamp(scale * (up ? 1.25 : 0.8), 0.1, 6))
  const widest = Math.max(...shown.map(({ index }) => sizeOf(index).width * scale), 0)

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey) return
    const act = {
      '+': () => step(true),
      '=': () => step(true),
      '-': () => step(false),
      '0': () => setZoom(null),
    }[event.key]
    if (!act) return
    event.preventDefault()
    act()
  }
  return (
    <div className="relative bg-sunk">
      <Scroller ref={scroller} label={label} onKeyDown={onKeyDown} className="h-[min(40rem,76vh)]">
        <div
          className="relative min-w-full"
          style={{ height: pages.getTotalSize(), width: widest + 2 * GAP }}
        >
          {shown.map(({ index, start }) => (
            <div
              key={index}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${start}px)` }}
            >
              <PdfPage pdf={pdf} number={index + 1} size={sizeOf(index)} scale={scale} onSize={onSize} />
            </div>
          ))}
        </div>
      </Scroller>
      <ViewBar label={t`Pages and zoom`}>
        <ViewBarButton
          name={t`Page before`}
          spare
          icon={ChevronUpIcon}
          disabled={current <= 1}
          onClick={() => go(current - 1)}
        />
        <ViewBarFigure live>{t`Page ${current} of ${total}`}</ViewBarFigure>
        <ViewBarButton
          name={t`Page after`}
          spare
          icon={ChevronDownIcon}
          disabled={current >= total}
          onClick={() => go(current + 1)}
        />
        <ViewBarLine />
        <ViewBarButton name={t`Smaller`} icon={MinusIcon} hotkey="−" onClick={() => step(false)} />
        <ViewBarFigure spare>
          <span className="inline-block min-w-9">{formatZoom(scale / FULL, i18n.locale)}</span>
        </ViewBarFigure>
        <ViewBarButton name={t`Larger`} icon={PlusIcon} hotkey="+" onClick={() => step(true)} />
        <ViewBarButton
          name={t`Fit the width`}
          icon={MoveHorizontalIcon}
          hotkey="0"
          onClick={() => setZoom(null)}
        />
      </ViewBar>
    </div>
  )
}
