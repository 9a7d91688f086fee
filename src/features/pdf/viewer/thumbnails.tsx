import { useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { classNames } from '../../../lib/class-names.ts'
import { useLatest } from '../../../lib/use-latest.ts'
import { useRoom } from '../../../lib/use-room.ts'
import { type Arrangement, wholeOf } from './arrangement.ts'
import { type FieldValues, valuesKey } from './field-values.ts'
import { lyingSize, type PageView, pageView, turned } from './geometry.ts'
import { type PdfHandle, useViewer } from './handle.ts'
import type { OpenPdf } from './opening.ts'
import { type Drawing, keyOf, painterOf } from './painter.ts'
import type { Pdf } from './pdf.ts'

export type PdfThumbnailsProps = {
  pdf: OpenPdf
  handle: PdfHandle
  arrangement?: Arrangement
  values?: FieldValues | undefined
  /** Rendered over each page, in points: scaled to the thumbnail. */
  overlay?: ((page: PageView) => ReactNode) | undefined
  /** The width of a page, in CSS pixels. */
  width?: number
  /** Called after navigation, for example to close a sheet. */
  onGo?: () => void
  className?: string
}

/** The pages as thumbnails, in as many columns as fit. Fills the height of its container. */
export function Thumbnails({ pdf: open, ...rest }: PdfThumbnailsProps) {
  return open.state === 'open' ? <List pdf={open.pdf} {...rest} /> : null
}

/** Below a thumbnail: its number, and the gap. */
const UNDER = 28
const BETWEEN = 16

type ListProps = Omit<PdfThumbnailsProps, 'pdf'> & { pdf: Pdf }

function List({ pdf, handle, arrangement: given, values, overlay, width = 72, onGo, className }: ListProps) {
  const { t } = useLingui()
  const scroller = useRef<HTMLElement>(null)
  const room = useRoom(scroller)
  const arrangement = useMemo(() => given ?? wholeOf(pdf.pages), [given, pdf])
  const current = useViewer(handle, (state) => state.page)
  const rotation = useViewer(handle, (state) => state.rotation)
  const [top, setTop] = useState(0)
  const size = lyingSize(pdf.first, rotation)
  const height = Math.round(Math.min(Math.max((width * size.height) / size.width, width / 2), width * 1.5))
  const columns = Math.max(1, Math.floor((room.width - BETWEEN) / (width + BETWEEN)))
  const row = height + UNDER
  const from = Math.max(0, Math.floor((top - BETWEEN) / row) - 1) * columns
  const to = Math.ceil((top + room.height) / row + 1) * columns
  const shown = room.height > 0 ? arrangement.slice(from, to) : []

  // Scrolls to the current page here too.
  useEffect(() => {
    const box = scroller.current
    if (!box || room.height === 0) return
    const begins = BETWEEN + Math.floor((current - 1) / columns) * row
    if (begins < box.scrollTop) box.scrollTop = begins - BETWEEN
    else if (begins + row > box.scrollTop + box.clientHeight) box.scrollTop = begins + row - box.clientHeight
  }, [current, columns, row, room.height])

  const go = (page: number) => {
    if (page < 1 || page > arrangement.length) return
    handle.goTo(page)
  }
  function onKeyDown(event: KeyboardEvent) {
    const by = { ArrowDown: columns, ArrowUp: -columns, ArrowRight: 1, ArrowLeft: -1 }[event.key]
    const page = event.key === 'Home' ? 1 : event.key === 'End' ? arrangement.length : current + (by ?? 0)
    if (by === undefined && event.key !== 'Home' && event.key !== 'End') return
    event.preventDefault()
    go(page)
    wanted.current = page
  }
  // The focus follows the page, once its button is mounted.
  const wanted = useRef<number | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked for again whenever other pages are there
  useEffect(() => {
    if (wanted.current !== current) return
    const button = scroller.current?.querySelector<HTMLElement>(`[data-thumbnail="${current}"]`)
    if (!button) return
    button.focus({ preventScroll: true })
    wanted.current = null
  }, [current, from, to])

  return (
    <nav
      ref={scroller}
      aria-label={t`Pages`}
      onKeyDown={onKeyDown}
      onScroll={(event) => setTop(event.currentTarget.scrollTop)}
      className={classNames('relative h-full overflow-y-auto [scrollbar-width:thin]', className)}
    >
      <div className="relative" style={{ height: Math.ceil(arrangement.length / columns) * row + BETWEEN }}>
        {shown.map(({ page, rotate }, index) => {
          const place = from + index
          const number = place + 1
          const left = `calc(${(100 * ((place % columns) + 0.5)) / columns}% - ${width / 2}px)`
          return (
            <button
              key={`${place}/${page}`}
              type="button"
              data-thumbnail={number}
              tabIndex={number === current ? 0 : -1}
              aria-current={number === current ? 'page' : undefined}
              onClick={() => {
                go(number)
                onGo?.()
              }}
              className={classNames(
                'group absolute flex flex-col items-center text-small',
                number === current ? 'font-strong text-accent' : 'text-ink-soft hover:text-ink',
              )}
              style={{ left, top: BETWEEN + Math.floor(place / columns) * row, width }}
            >
              <Thumbnail
                pdf={pdf}
                index={page - 1}
                number={number}
                turn={rotate + rotation}
                values={values}
                overlay={overlay}
                width={width}
                height={height}
                rank={1000 + Math.abs(number - current)}
                className={number === current ? 'outline-2 outline-offset-2 outline-accent' : undefined}
              />
              {/* Sets the accessible name, without text that is drawn on the image. */}
              <span className="sr-only">{t`Page ${number}`}</span>
              <span aria-hidden="true" className="mt-1.5">
                {number}
              </span>
            </button>
          )
        })}
      </div>
    </nav>
  )
}

export type PdfThumbnailProps = {
  pdf: Pdf
  /** The index in the document, from 0. */
  index: number
  /** Its position among the displayed pages, from 1. */
  number: number
  /** In addition to its own rotation, clockwise. */
  turn: number
  values?: FieldValues | undefined
  overlay?: ((page: PageView) => ReactNode) | undefined
  /** The size that it fits into, in CSS pixels. */
  width: number
  height: number
  /** The lowest is rendered first. */
  rank?: number
  className?: string | undefined
}

/** The number of cached thumbnails per file. */
const KEPT = 200
const canvasesOf = new WeakMap<Pdf, Map<string, HTMLCanvasElement>>()

/** One page as a thumbnail. */
export function Thumbnail(props: PdfThumbnailProps) {
  const { pdf, index, number, turn, width, height, rank = 1000, overlay, className } = props
  const values = valuesKey(props.values, index)
  const box = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState(() => lyingSize(pdf.shape(index), turn))
  const latest = useLatest(rank)
  useEffect(() => {
    const kept = canvasesOf.get(pdf) ?? new Map<string, HTMLCanvasElement>()
    canvasesOf.set(pdf, kept)
    let stop = () => {}
    const put = (key: string, canvas: HTMLCanvasElement) => {
      kept.delete(key)
      kept.set(key, canvas)
      const [oldest] = kept.keys()
      if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest)
      setSize(lyingSize(pdf.shape(index), turn))
      canvas.className = 'size-full'
      box.current?.replaceChildren(canvas)
    }
    const drawingFor = () => {
      const lying = lyingSize(pdf.shape(index), turn)
      const fit = Math.min(width / lying.width, height / lying.height)
      const rotation = turned(pdf.shape(index).rotate + turn)
      return { index, rotation, hidden: '', values, sharpness: fit * devicePixelRatio }
    }
    const keyFor = (drawing: Drawing) => `${keyOf(drawing)}/${width}`
    const there = kept.get(keyFor(drawingFor()))
    if (there && !there.isConnected) put(keyFor(drawingFor()), there)
    else {
      stop = painterOf(pdf).draw({
        index,
        drawing: drawingFor,
        small: true,
        rank: () => latest.current,
        done: (image) => put(keyFor(image), image.canvas),
        failed: () => {},
      })
    }
    return () => {
      stop()
    }
  }, [pdf, index, turn, values, width, height])
  const fit = Math.min(width / size.width, height / size.height)
  return (
    <span className="grid place-items-center" style={{ width, height }}>
      <span
        className={classNames(
          'relative block bg-paper ring-1 ring-line-strong dark:brightness-93',
          className,
        )}
        style={{ width: size.width * fit, height: size.height * fit }}
      >
        <span ref={box} className="block size-full" />
        {overlay?.(pageView({ shape: pdf.shape(index), index, number, turn, scale: 1 }))}
      </span>
    </span>
  )
}
