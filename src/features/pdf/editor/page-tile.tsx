import { useLingui } from '@lingui/react/macro'
import {
  type CSSProperties,
  type DragEvent,
  type KeyboardEvent,
  type MouseEvent,
  memo,
  useState,
} from 'react'
import { classNames } from '../../../lib/class-names.ts'
import { type Pdf, PdfThumbnail } from '../viewer/index.ts'
import type { DraftPage } from './draft.ts'
import type { SmallPages } from './use-small-pages.tsx'

/** The width of a page's image, in CSS pixels. */
export const WIDTH = 120
export const HEIGHT = 160

const PAGES = 'application/x-filewright-pages'

export interface TileActions {
  focus: (id: string) => void
  choose: (at: number, event: MouseEvent | KeyboardEvent) => void
  open: (at: number) => void
  key: (at: number, event: KeyboardEvent) => void
  /** Starts a drag of this page; the selection moves too if it contains the page. */
  drag: (id: string) => void
  /** Drops before the page at index `to`. */
  drop: (id: string, to: number) => void
}

type PageTileProps = {
  pdf: Pdf
  page: DraftPage
  /** Its index, from 0. */
  at: number
  /** Its index among the viewer's pages, from 0; null while its file is being opened. */
  index: number | null
  chosen: boolean
  focusable: boolean
  acts: TileActions
  small: SmallPages
  style: CSSProperties
}

/** A page in the grid: click to select, drag to move, double-click to open. */
export const PageTile = memo(function PageTile(props: PageTileProps) {
  const { pdf, page, at, index, chosen, focusable, acts, small, style } = props
  const { t } = useLingui()
  const [edge, setEdge] = useState<'before' | 'behind' | null>(null)
  const number = at + 1
  const was = page.page
  const edgeAt = (event: DragEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const inFirstHalf = event.clientX < left + width / 2
    return inFirstHalf === (getComputedStyle(event.currentTarget).direction === 'ltr') ? 'before' : 'behind'
  }
  return (
    <li
      style={style}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes(PAGES)) return
        event.preventDefault()
        setEdge(edgeAt(event))
      }}
      onDragLeave={() => setEdge(null)}
      onDrop={(event) => {
        const id = event.dataTransfer.getData(PAGES)
        setEdge(null)
        if (!id) return
        event.preventDefault()
        acts.drop(id, edgeAt(event) === 'before' ? at : number)
      }}
      className={classNames(
        'absolute grid justify-items-center',
        edge && 'before:absolute before:inset-y-2 before:w-0.5 before:bg-accent',
        edge === 'before' ? 'before:start-0' : 'before:end-0',
      )}
    >
      <button
        type="button"
        draggable
        data-row={page.id}
        tabIndex={focusable ? 0 : -1}
        aria-pressed={chosen}
        onClick={(event) => acts.choose(at, event)}
        onDoubleClick={() => acts.open(at)}
        onFocus={() => acts.focus(page.id)}
        onKeyDown={(event) => acts.key(at, event)}
        onDragStart={(event) => {
          event.dataTransfer.effectAllowed = 'move'
          event.dataTransfer.setData(PAGES, page.id)
          acts.drag(page.id)
        }}
        className={classNames(
          'grid cursor-grab justify-items-center gap-1.5 rounded-control p-2 text-small active:cursor-grabbing',
          chosen ? 'bg-accent-tint font-medium text-accent' : 'text-ink-soft hover:bg-sunk',
        )}
      >
        {index === null ? (
          <span className="block bg-paper ring-1 ring-line-strong" style={{ width: WIDTH, height: HEIGHT }} />
        ) : (
          <PdfThumbnail
            pdf={pdf}
            index={index}
            number={number}
            {...small}
            turn={page.rotate}
            width={WIDTH}
            height={HEIGHT}
            rank={1000 + at}
          />
        )}
        {/* Sets the accessible name, without text that is drawn on the image. */}
        <span className="sr-only">
          {page.file
            ? t`Page ${number}, inserted`
            : number === was
              ? t`Page ${number}`
              : t`Page ${number}, originally ${was}`}
        </span>
        <span aria-hidden="true">{number}</span>
      </button>
    </li>
  )
})
