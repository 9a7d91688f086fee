import { Plural, useLingui } from '@lingui/react/macro'
import {
  ArrowLeftIcon,
  ArrowRightIcon,
  FilePlusIcon,
  RotateCcwIcon,
  RotateCwIcon,
  SquareIcon,
  Trash2Icon,
} from 'lucide-react'
import { type DragEvent, type KeyboardEvent, type MouseEvent, useState } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { Button } from '../../ui/button.tsx'
import { type OpenPdf, PdfThumbnail } from '../pdf/index.ts'
import { type Draft, type DraftPage, movePages, pagesOf, turnPages, withPages } from './draft.ts'
import { numberOf, type Offsets } from './use-further.ts'
import { useInsert } from './use-insert.tsx'

type PagesGridProps = {
  pdf: Extract<OpenPdf, { state: 'open' }>['pdf']
  draft: Draft
  offsets: Offsets
  onAddFile: (id: string, file: Blob) => void
  onChange: (change: (draft: Draft) => Draft) => void
  onOpen: (place: number) => void
}

const WIDTH = 120
const HEIGHT = 160

/** All pages as sheets on a table: chosen, dragged, turned, taken away; everything with the keyboard as well. */
export function PagesGrid({ pdf, draft, offsets, onAddFile, onChange, onOpen }: PagesGridProps) {
  const { t } = useLingui()
  const pages = pagesOf(draft, pdf.pages)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [last, setLast] = useState(0)
  const [over, setOver] = useState<number | null>(null)
  const here = pages.filter(({ id }) => chosen.has(id))
  const some = here.length > 0

  const set = (next: readonly DraftPage[]) => onChange((now) => withPages(now, next, pdf.pages))
  // Behind the last that is chosen, or at the end.
  const insertAt = some ? pages.findLastIndex(({ id }) => chosen.has(id)) + 1 : pages.length
  const insert = useInsert({ pages, at: insertAt, pdf, onAddFile, onChange })
  const turn = (by: number) => set(turnPages(pages, chosen, by))
  const remove = () => {
    if (here.length < pages.length) set(pages.filter(({ id }) => !chosen.has(id)))
    setChosen(new Set())
  }
  /** One place on or back, all that are chosen together. */
  const shift = (by: 1 | -1) => {
    const places = pages.flatMap(({ id }, at) => (chosen.has(id) ? [at] : []))
    const edge = by < 0 ? places[0] : places.at(-1)
    if (edge === undefined) return
    const to = by < 0 ? Math.max(0, edge - 1) : Math.min(pages.length, edge + 2)
    set(movePages(pages, chosen, to))
  }
  const choose = (at: number, event: MouseEvent | KeyboardEvent) => {
    const id = pages[at]!.id
    if (event.shiftKey) {
      const [from, to] = [Math.min(last, at), Math.max(last, at)]
      setChosen(new Set(pages.slice(from, to + 1).map((page) => page.id)))
      return
    }
    setLast(at)
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    setChosen(next)
  }
  function onKeyDown(event: KeyboardEvent, at: number) {
    const moves = event.altKey
      ? { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key]
      : undefined
    if (moves && some) shift(moves as 1 | -1)
    else if (event.key === 'Delete' && some) remove()
    else if (event.key === 'Enter') onOpen(at + 1)
    else if ((event.ctrlKey || event.metaKey) && event.key === 'a')
      setChosen(new Set(pages.map(({ id }) => id)))
    else return
    event.preventDefault()
  }
  function onDragStart(event: DragEvent, id: string) {
    if (!chosen.has(id)) setChosen(new Set([id]))
    event.dataTransfer.effectAllowed = 'move'
    event.dataTransfer.setData('application/x-filewright-pages', id)
  }
  function onDrop(event: DragEvent, at: number) {
    event.preventDefault()
    setOver(null)
    const id = event.dataTransfer.getData('application/x-filewright-pages')
    const ids = chosen.has(id) ? chosen : new Set([id])
    if (id) set(movePages(pages, ids, at))
    setChosen(new Set())
  }
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="flex min-h-11 flex-none flex-wrap items-center gap-2 border-b border-line bg-surface px-3 py-1.5 text-small">
        <span aria-live="polite" className="me-2 text-ink-soft">
          {some ? (
            <Plural value={here.length} one="# page chosen" other="# pages chosen" />
          ) : (
            t`Choose pages, then turn, move or delete them.`
          )}
        </span>
        <Button
          size={28}
          icon={RotateCcwIcon}
          disabled={!some}
          onClick={() => turn(-90)}
        >{t`Turn left`}</Button>
        <Button
          size={28}
          icon={RotateCwIcon}
          disabled={!some}
          onClick={() => turn(90)}
        >{t`Turn right`}</Button>
        <Button
          size={28}
          icon={ArrowLeftIcon}
          disabled={!some}
          onClick={() => shift(-1)}
        >{t`Earlier`}</Button>
        <Button size={28} icon={ArrowRightIcon} disabled={!some} onClick={() => shift(1)}>{t`Later`}</Button>
        <Button
          size={28}
          icon={Trash2Icon}
          disabled={!some || here.length === pages.length}
          onClick={remove}
        >{t`Delete`}</Button>
        <span className="ms-auto flex flex-wrap gap-2">
          <Button size={28} icon={FilePlusIcon} onClick={insert.choose}>{t`Insert a PDF`}</Button>
          <Button size={28} icon={SquareIcon} onClick={insert.blank}>{t`Empty sheet`}</Button>
        </span>
        {insert.input}
      </div>
      <ul
        aria-label={t`Pages`}
        className="grid flex-1 content-start gap-4 overflow-y-auto p-4"
        style={{ gridTemplateColumns: `repeat(auto-fill, minmax(${WIDTH + 16}px, 1fr))` }}
      >
        {pages.map(({ id, file, page, rotate }, at) => (
          <li
            key={id}
            onDragOver={(event) => {
              event.preventDefault()
              setOver(at)
            }}
            onDragLeave={() => setOver(null)}
            onDrop={(event) => onDrop(event, at)}
            className={classNames(
              'relative grid justify-items-center',
              over === at && 'before:absolute before:inset-y-0 before:-start-2 before:w-0.5 before:bg-accent',
            )}
          >
            <button
              type="button"
              draggable
              aria-pressed={chosen.has(id)}
              aria-label={
                file
                  ? t`Page ${at + 1}, put in`
                  : at + 1 === page
                    ? t`Page ${page}`
                    : t`Page ${at + 1}, was ${page}`
              }
              onClick={(event) => choose(at, event)}
              onDoubleClick={() => onOpen(at + 1)}
              onKeyDown={(event) => onKeyDown(event, at)}
              onDragStart={(event) => onDragStart(event, id)}
              className={classNames(
                'grid cursor-grab justify-items-center gap-1.5 rounded-control p-2 text-small active:cursor-grabbing',
                chosen.has(id) ? 'bg-accent-tint font-medium text-accent' : 'text-ink-soft hover:bg-sunk',
              )}
            >
              <PdfThumbnail
                pdf={pdf}
                index={numberOf({ id, page, rotate, ...(file && { file }) }, offsets) - 1}
                turn={rotate}
                width={WIDTH}
                height={HEIGHT}
                rank={1000 + at}
              />
              {at + 1}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
