import { useLingui } from '@lingui/react/macro'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useLatest } from '../../../lib/use-latest.ts'
import { useRoom } from '../../../lib/use-room.ts'
import { useRowFocus } from '../../../lib/use-row-focus.ts'
import { useSelection } from '../../../lib/use-selection.ts'
import type { Pdf } from '../viewer/index.ts'
import { type Draft, type DraftPage, movePages, pagesOf, turnPages, withPages } from './draft.ts'
import type { AskPassword } from './open-with-password.ts'
import { HEIGHT, PageTile, type TileActions, WIDTH } from './page-tile.tsx'
import { PagesBar } from './pages-bar.tsx'
import { numberOf, type Offsets } from './use-further.ts'
import { useInsert } from './use-insert.tsx'
import type { SmallPages } from './use-small-pages.tsx'

type PagesGridProps = {
  pdf: Pdf
  draft: Draft
  offsets: Offsets
  /** The initial page, from 1. */
  start: number
  ask: AskPassword
  onAddFile: (id: string, file: Blob, password: string | null) => void
  onChange: (change: (draft: Draft) => Draft) => void
  onOpen: (place: number) => void
  onExtract: (pages: readonly DraftPage[]) => void
  /** The price of extracting, in credits. */
  price: number | null
  /** The overlays of the thumbnails. */
  small: SmallPages
  /** The options row above, for the buttons. */
  options: HTMLElement | null
}

/** The width of a tile with its margin. */
const ACROSS = WIDTH + 32
const DOWN = HEIGHT + 60

/**
 * All pages as tiles: selected, moved, rotated, deleted or extracted, with pointer or keyboard.
 * Only visible tiles are mounted.
 */
export function PagesGrid(props: PagesGridProps) {
  const { pdf, draft, offsets, start, ask, onAddFile, onChange, onOpen, onExtract, price, small, options } =
    props
  const { t } = useLingui()
  const pages = pagesOf(draft, pdf.pages)
  const ids = useMemo(() => pages.map(({ id }) => id), [pages])
  const { selected, select, selectAll, clear } = useSelection(ids)
  const chosen = pages.filter(({ id }) => selected.has(id))
  const some = chosen.length > 0
  const whole = chosen.length === pages.length

  const scroller = useRef<HTMLDivElement>(null)
  const room = useRoom(scroller)
  const columns = Math.max(2, Math.floor((room.width - 16) / ACROSS))
  const list = useVirtualizer({
    count: Math.ceil(pages.length / columns),
    getScrollElement: () => scroller.current,
    estimateSize: () => DOWN,
    overscan: 1,
    paddingStart: 12,
  })
  const [current, setCurrent] = useState(ids[start - 1])
  const focusable = current !== undefined && ids.includes(current) ? current : ids[0]
  const { reveal, focusRow, move } = useRowFocus(ids, (id) => Math.floor(ids.indexOf(id) / columns))
  useEffect(() => {
    reveal.current = (line) => list.scrollToIndex(line)
  }, [reveal, list])
  // Opens at the page that was shown before.
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current || room.width === 0) return
    begun.current = true
    list.scrollToIndex(Math.floor((start - 1) / columns), { align: 'center' })
  }, [list, start, columns, room.width])

  const set = (next: readonly DraftPage[]) => onChange((now) => withPages(now, next, pdf.pages))
  const insert = useInsert({
    pages,
    // After the last selected page, or at the end.
    at: some ? pages.findLastIndex(({ id }) => selected.has(id)) + 1 : pages.length,
    pdf,
    ask,
    onAddFile,
    onChange,
    onInserted(put) {
      clear()
      selectAll(put, true)
    },
  })
  const remove = () => {
    if (!whole) set(pages.filter(({ id }) => !selected.has(id)))
    clear()
  }
  /** Moves the selected pages by an offset. The focus stays on its page. */
  const shift = (by: number) => {
    const places = pages.flatMap(({ id }, place) => (selected.has(id) ? [place] : []))
    const edge = by < 0 ? places[0] : places.at(-1)
    if (edge === undefined) return
    const to = by < 0 ? Math.max(0, edge + by) : Math.min(pages.length, edge + 1 + by)
    set(movePages(pages, selected, to))
    if (focusable) requestAnimationFrame(() => focusRow(focusable))
  }

  const acts: TileActions = {
    choose(place, event) {
      const { id } = pages[place]!
      select(id, event.shiftKey || !selected.has(id), event.shiftKey)
    },
    focus: setCurrent,
    open: (place) => onOpen(place + 1),
    key(place, event) {
      const by = stepOf(event, columns)
      if (event.key === 'Delete' && some) remove()
      else if (event.key === 'Enter') onOpen(place + 1)
      else if ((event.ctrlKey || event.metaKey) && event.key === 'a') selectAll(ids, true)
      else if (event.key === 'Escape' && some) clear()
      else if (event.key === 'Home') move(event.nativeEvent, place, -pages.length)
      else if (event.key === 'End') move(event.nativeEvent, place, pages.length)
      else if (by !== 0 && event.altKey) shift(by)
      else if (by !== 0) move(event.nativeEvent, place, by)
      else return
      event.preventDefault()
    },
    drag(id) {
      if (selected.has(id)) return
      clear()
      select(id, true, false)
    },
    drop(id, to) {
      set(movePages(pages, selected.has(id) ? selected : new Set([id]), to))
      clear()
    },
  }
  const latest = useStableActions(acts)
  return (
    <div className="flex h-full min-h-0 flex-col">
      {options &&
        createPortal(
          <PagesBar
            chosen={chosen.length}
            whole={whole}
            price={price}
            onTurn={(by) => set(turnPages(pages, selected, by))}
            onShift={shift}
            onRemove={remove}
            onExtract={() => onExtract(chosen)}
            onInsert={insert.choose}
            onBlank={insert.blank}
          />,
          options,
        )}
      {insert.input}
      <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto px-2">
        <ul aria-label={t`Pages`} className="relative" style={{ height: list.getTotalSize() }}>
          {list.getVirtualItems().flatMap(({ index: line, start: top }) =>
            pages.slice(line * columns, (line + 1) * columns).map((page, column) => {
              const place = line * columns + column
              return (
                <PageTile
                  key={page.id}
                  pdf={pdf}
                  page={page}
                  at={place}
                  index={page.file && !offsets.has(page.file) ? null : numberOf(page, offsets) - 1}
                  chosen={selected.has(page.id)}
                  focusable={page.id === focusable}
                  acts={latest}
                  small={small}
                  style={{
                    top,
                    insetInlineStart: `${(100 * column) / columns}%`,
                    width: `${100 / columns}%`,
                  }}
                />
              )
            }),
          )}
        </ul>
      </div>
    </div>
  )
}

/**
 * The offset of an arrow key. Left and right are physical directions, in left-to-right and
 * right-to-left languages.
 */
function stepOf({ key, currentTarget }: KeyboardEvent, columns: number): number {
  const on = getComputedStyle(currentTarget).direction === 'rtl' ? -1 : 1
  return { ArrowRight: on, ArrowLeft: -on, ArrowDown: columns, ArrowUp: -columns }[key] ?? 0
}

/** Stable handlers for the life of the grid, so that only changed tiles render. */
function useStableActions(acts: TileActions): TileActions {
  const latest = useLatest(acts)
  const [same] = useState<TileActions>(() => ({
    focus: (id) => latest.current.focus(id),
    choose: (at, event) => latest.current.choose(at, event),
    open: (at) => latest.current.open(at),
    key: (at, event) => latest.current.key(at, event),
    drag: (id) => latest.current.drag(id),
    drop: (id, to) => latest.current.drop(id, to),
  }))
  return same
}
