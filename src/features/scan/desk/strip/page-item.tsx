import { useLingui } from '@lingui/react/macro'
import { type DragEvent, type KeyboardEvent, memo, useState } from 'react'
import type { ScanPage } from '../../../../api/scan.ts'
import { classNames } from '../../../../lib/class-names.ts'
import { useDesk } from '../live/desk-store.ts'
import { Thumb } from './thumb.tsx'

const PAGE = 'application/x-filewright-scan-page'

export interface ItemActions {
  choose: (page_id: string) => void
  key: (page_id: string, event: KeyboardEvent) => void
  /** Drops before the page at index `to`, from 0. */
  drop: (page_id: string, to: number) => void
}

type PageItemProps = {
  session_id: string
  page: ScanPage
  isCurrent: boolean
  /** Whether the strip is horizontal, below the page. */
  isAcross: boolean
  acts: ItemActions
}

/** A page in the strip: click to select, drag to move, or move with Alt and the arrow keys. */
export const PageItem = memo(function PageItem(props: PageItemProps) {
  const { session_id, page, isCurrent, isAcross, acts } = props
  const { page_id, position } = page
  const { t } = useLingui()
  const [edge, setEdge] = useState<'before' | 'behind' | null>(null)
  const isNew = useDesk(({ arrived }) => arrived[page_id] === true)
  const word = useStateWord(page)
  const edgeAt = (event: DragEvent<HTMLElement>) => {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect()
    if (!isAcross) return event.clientY < top + height / 2 ? 'before' : 'behind'
    const isLeft = event.clientX < left + width / 2
    return isLeft === (getComputedStyle(event.currentTarget).direction === 'ltr') ? 'before' : 'behind'
  }
  return (
    <li
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes(PAGE)) return
        event.preventDefault()
        setEdge(edgeAt(event))
      }}
      onDragLeave={() => setEdge(null)}
      onDrop={(event) => {
        const id = event.dataTransfer.getData(PAGE)
        setEdge(null)
        if (!id) return
        event.preventDefault()
        event.stopPropagation()
        acts.drop(id, edgeAt(event) === 'before' ? position - 1 : position)
      }}
      className={classNames(
        'relative flex-none [content-visibility:auto]',
        isAcross ? '[contain-intrinsic-size:76px_116px]' : '[contain-intrinsic-size:98px_150px]',
        edge && 'before:absolute before:z-1 before:bg-accent',
        edge && (isAcross ? 'before:inset-y-1 before:w-0.5' : 'before:inset-x-1 before:h-0.5'),
        edge === 'before' && (isAcross ? 'before:start-0' : 'before:top-0'),
        edge === 'behind' && (isAcross ? 'before:end-0' : 'before:bottom-0'),
      )}
    >
      <button
        type="button"
        draggable
        data-page={page_id}
        tabIndex={isCurrent ? 0 : -1}
        aria-current={isCurrent ? 'page' : undefined}
        aria-label={word ? t`Page ${position}, ${word}` : t`Page ${position}`}
        onClick={() => acts.choose(page_id)}
        onKeyDown={(event) => acts.key(page_id, event)}
        onDragStart={(event) => {
          event.dataTransfer.effectAllowed = 'move'
          event.dataTransfer.setData(PAGE, page_id)
        }}
        className={classNames(
          'grid cursor-grab gap-1 rounded-control border-2 p-1 text-small transition-colors duration-(--dur-fast) active:cursor-grabbing',
          isCurrent
            ? 'border-accent bg-surface font-strong text-accent'
            : isNew
              ? 'border-accent text-ink'
              : 'border-transparent text-ink-soft hover:bg-hover',
        )}
      >
        <span className="relative">
          <Thumb session_id={session_id} page={page} isWide={isAcross} />
          {page.state === 'receiving' && <span className="absolute inset-x-0 bottom-0 h-1 bg-accent-line" />}
        </span>
        <span className="flex min-w-0 justify-between gap-1.5">
          <span>{position}</span>
          <span className="min-w-0 truncate font-regular text-ink-soft">{word}</span>
        </span>
      </button>
    </li>
  )
})

/** The special state of a page, in a word. */
function useStateWord({ state, is_retake_requested, settings: { rotation, layout } }: ScanPage): string {
  const { t } = useLingui()
  if (state === 'receiving') return t`uploading`
  if (is_retake_requested) return t`retake`
  if (layout === 'book') return t`2 pages`
  if (layout === 'back') return t`back`
  return rotation === 0 ? '' : t`rotated`
}
