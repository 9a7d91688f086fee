import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { pagesUrl, type ScanSession } from '../../../../api/scan.ts'
import { classNames } from '../../../../lib/class-names.ts'
import { useLatest } from '../../../../lib/use-latest.ts'
import { useSending } from '../add/send-photos.ts'
import type { PageActions } from '../live/use-page-actions.ts'
import { type ItemActions, PageItem } from './page-item.tsx'
import { UploadItem } from './upload-item.tsx'

type StripProps = {
  session: ScanSession
  current: string | undefined
  isAcross: boolean
  acts: PageActions
  onChoose: (page_id: string) => void
  onRemove: (page_id: string) => void
}

/** All pages in order, and local photos that are being uploaded. */
export function Strip({ session, current, isAcross, acts, onChoose, onRemove }: StripProps) {
  const { t } = useLingui()
  const { session_id, pages } = session
  const list = useRef<HTMLOListElement>(null)
  const [moved, setMoved] = useState('')
  const url = pagesUrl(session_id)
  const known = new Set(pages.map(({ page_id }) => page_id))
  const sending = useSending().filter((one) => one.url === url && !known.has(one.id))

  const focus = (page_id: string) =>
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(`[data-page="${page_id}"]`)?.focus())
  function move(page_id: string, to: number) {
    const place = Math.min(pages.length - 1, Math.max(0, to))
    const from = pages.findIndex((page) => page.page_id === page_id)
    if (place === from) return
    void acts.move(page_id, place)
    setMoved(t`Page ${place + 1} of ${pages.length}`)
    focus(page_id)
  }
  function key(page_id: string, event: KeyboardEvent) {
    const place = pages.findIndex((page) => page.page_id === page_id)
    const by = stepOf(event, isAcross)
    if (event.key === 'Delete') onRemove(page_id)
    else if (by !== 0 && event.altKey) move(page_id, place + by)
    else if (by !== 0 || event.key === 'Home' || event.key === 'End') {
      const to = event.key === 'Home' ? 0 : event.key === 'End' ? pages.length - 1 : place + by
      const next = pages[to]
      if (!next) return
      onChoose(next.page_id)
      focus(next.page_id)
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  const latest = useStable({
    choose: onChoose,
    key,
    drop(page_id, to) {
      const from = pages.findIndex((page) => page.page_id === page_id)
      // Indexes do not count the moved page.
      move(page_id, from < to ? to - 1 : to)
    },
  })

  // Scrolls the displayed page into view here too.
  useEffect(() => {
    if (current)
      list.current
        ?.querySelector(`[data-page="${current}"]`)
        ?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [current])

  return (
    <section
      aria-label={t`Pages`}
      className={classNames(
        'flex flex-none bg-rail',
        isAcross ? 'flex-row border-t' : 'w-32 flex-col border-e',
        'border-line-strong',
      )}
    >
      <p className={classNames('px-4 pt-3 pb-1 text-small', isAcross && 'sr-only')}>
        {t({ message: plural(pages.length, { one: '# page', other: '# pages' }) })}
      </p>
      <ol
        ref={list}
        className={classNames(
          'flex min-h-0 min-w-0 flex-1 gap-1 p-2.5',
          isAcross ? 'overflow-x-auto' : 'flex-col items-center overflow-y-auto',
        )}
      >
        {pages.map((page) => (
          <PageItem
            key={page.page_id}
            session_id={session_id}
            page={page}
            isCurrent={page.page_id === current}
            isAcross={isAcross}
            acts={latest}
          />
        ))}
        {sending.map((upload) => (
          <UploadItem key={upload.id} upload={upload} isAcross={isAcross} />
        ))}
      </ol>
      <p aria-live="polite" className="sr-only">
        {moved}
      </p>
    </section>
  )
}

/**
 * The offset of an arrow key: along the strip, which follows the language's direction if it is
 * horizontal.
 */
function stepOf({ key, currentTarget }: KeyboardEvent, isAcross: boolean): number {
  const on = isAcross && getComputedStyle(currentTarget).direction === 'rtl' ? -1 : 1
  return { ArrowDown: 1, ArrowUp: -1, ...(isAcross && { ArrowRight: on, ArrowLeft: -on }) }[key] ?? 0
}

/** Stable handlers for the life of the strip, so that only changed pages render. */
function useStable(acts: ItemActions): ItemActions {
  const latest = useLatest(acts)
  const [same] = useState<ItemActions>(() => ({
    choose: (page_id) => latest.current.choose(page_id),
    key: (page_id, event) => latest.current.key(page_id, event),
    drop: (page_id, to) => latest.current.drop(page_id, to),
  }))
  return same
}
