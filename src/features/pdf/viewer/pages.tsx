import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react'
import { classNames } from '../../../lib/class-names.ts'
import { useRoom } from '../../../lib/use-room.ts'
import { type Arrangement, wholeOf } from './arrangement.ts'
import { createCalm } from './calm.ts'
import type { FieldValues } from './field-values.ts'
import type { PdfField } from './fields.ts'
import { lyingSize, type PageView } from './geometry.ts'
import { type PdfHandle, useViewer } from './handle.ts'
import { layOut } from './layout.ts'
import { Page } from './page.tsx'
import type { Pdf } from './pdf.ts'
import type { PrintOverlay } from './print.ts'
import { GAP, marginOf, scaleFor } from './scale.ts'
import { useActions } from './use-actions.ts'
import { useGestures } from './use-gestures.ts'
import { useKeys } from './use-keys.ts'
import { useScroll } from './use-scroll.ts'
import { useSelection } from './use-selection.ts'

/** Space below the last page, so that the toolbar does not cover it. */
const FOOT = 64
const NONE: readonly PdfField[] = []

export type PagesProps = {
  pdf: Pdf
  handle: PdfHandle
  label: string
  arrangement?: Arrangement | undefined
  overlay?: ((page: PageView) => ReactNode) | undefined
  /** Form fields that the overlay renders, and the pages omit. */
  covered?: readonly PdfField[] | undefined
  /** Field values that the pages render. */
  values?: FieldValues | undefined
  /** Rendered over each printed page, like `overlay` on the screen. */
  printOverlay?: PrintOverlay | undefined
  onPageChange?: ((page: number) => void) | undefined
  className?: string | undefined
}

/** Mounts only visible pages: a thousand of them use no more memory than three. */
export function Pages({
  pdf,
  handle,
  label,
  arrangement: given,
  overlay,
  covered = NONE,
  values,
  printOverlay,
  onPageChange,
  className,
}: PagesProps) {
  const { t } = useLingui()
  const scroller = useRef<HTMLElement>(null)
  const room = useRoom(scroller)
  const arrangement = useMemo(() => given ?? wholeOf(pdf.pages), [given, pdf])
  const zoom = useViewer(handle, (state) => state.zoom)
  const rotation = useViewer(handle, (state) => state.rotation)
  const [calm] = useState(createCalm)
  // A page is assumed to have the first one's size until it is loaded.
  const [learnt, setLearnt] = useState(0)
  const onLearnt = useCallback(() => setLearnt((count) => count + 1), [])
  const fitted = useRef(0)
  const scale = scaleFor({ zoom, room, pdf, arrangement, place: fitted.current, rotation })

  // biome-ignore lint/correctness/useExhaustiveDependencies: what was learnt is read from the file
  const stage = useMemo(() => {
    const sizes = arrangement.map(({ page, rotate }) => lyingSize(pdf.shape(page - 1), rotate + rotation))
    const widest = sizes.reduce((most, { width }) => Math.max(most, width), 0) * scale
    return {
      layout: layOut(sizes.length, (place) => sizes[place]!.height * scale, GAP, FOOT),
      scale,
      width: Math.max(room.width, Math.floor(widest + 2 * marginOf(room.width))),
    }
  }, [arrangement, pdf, rotation, scale, learnt, room.width])

  const place = useRef(0)
  const onPlace = useCallback(
    (now: number) => {
      place.current = now
      handle.set({ page: now + 1 })
    },
    [handle],
  )
  const scroll = useScroll(scroller, stage, calm, onPlace)
  const acts = useActions({
    pdf,
    handle,
    arrangement,
    stage,
    scroll,
    scroller,
    fitted,
    rotation,
    values,
    printOverlay,
    onPageChange,
  })
  useGestures(scroller, (factor, at) => {
    scroll.focus.current = at
    acts.zoomBy(factor)
  })
  const selection = useSelection(scroller, pdf, handle, arrangement)
  const onKeyDown = useKeys(handle, scroller, selection)
  const rank = useCallback((number: number) => Math.abs(number - 1 - place.current), [])

  const { from, to } = scroll.span
  const shown = scale > 0 ? arrangement.slice(from, to + 1) : []
  return (
    <section
      ref={scroller}
      aria-label={label}
      // Page coordinates start at the left, in right-to-left languages too.
      dir="ltr"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll it
      tabIndex={0}
      onKeyDown={onKeyDown}
      className={classNames(
        'relative h-full overflow-auto bg-sunk [overflow-anchor:none] [scrollbar-gutter:stable] touch:[scrollbar-gutter:auto] focus-visible:focus-inset touch:touch-pan-x touch:touch-pan-y',
        className,
      )}
    >
      <div className="relative" style={{ height: stage.layout.total, width: stage.width }}>
        {shown.map(({ page, rotate }, index) => (
          <Page
            // biome-ignore lint/suspicious/noArrayIndexKey: the same page may be shown twice
            key={`${from + index}/${page}`}
            pdf={pdf}
            handle={handle}
            index={page - 1}
            number={from + index + 1}
            turn={rotate + rotation}
            scale={scale}
            top={stage.layout.tops[from + index] ?? 0}
            covered={covered}
            values={values}
            overlay={overlay}
            calm={calm}
            selection={selection}
            rank={rank}
            onLearnt={onLearnt}
          />
        ))}
      </div>
      {arrangement.length === 0 && (
        <p className="absolute inset-0 grid place-items-center p-4 text-ink-soft">{t`No pages left.`}</p>
      )}
    </section>
  )
}
