import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { classNames } from '../../../../lib/class-names.ts'
import type { Scan } from '../use-scan.ts'
import { PageThumb } from './page-thumb.tsx'
import type { PhonePage } from './phone-page.ts'
import { useMoves } from './use-moves.ts'
import { useStateLabels } from './use-state-labels.ts'

type PageStripProps = {
  scan: Scan
  onOpen: (page_id: string) => void
  onShowAll: () => void
  announce: (words: string) => void
}

/**
 * The pages so far, with their upload states. Dragging, or Alt with the arrow keys, moves a page.
 */
export function PageStrip({ scan, onOpen, onShowAll, announce }: PageStripProps) {
  const { t } = useLingui()
  const { pages, token } = scan
  const stateOf = useStateLabels()
  const list = useRef<HTMLOListElement>(null)
  const total = pages.length
  const { moveTo, lifted, handlersOf } = useMoves(list, scan, announce)
  const last = pages.at(-1)?.page_id
  // Scrolls a new page into view, at the end of the strip.
  useEffect(() => {
    if (last) list.current?.lastElementChild?.scrollIntoView?.({ inline: 'end', block: 'nearest' })
  }, [last])

  function onKeyDown(event: KeyboardEvent, { page_id, number }: PhonePage) {
    if (!event.altKey) return
    const isRtl = document.documentElement.dir === 'rtl'
    const later = event.key === 'ArrowDown' || event.key === (isRtl ? 'ArrowLeft' : 'ArrowRight')
    const earlier = event.key === 'ArrowUp' || event.key === (isRtl ? 'ArrowRight' : 'ArrowLeft')
    const to = number - 1 + (later ? 1 : earlier ? -1 : 0)
    if (to === number - 1 || to < 0 || to >= total) return
    event.preventDefault()
    moveTo(page_id, to)
  }
  return (
    <div className="scan-strip flex items-center gap-3">
      <ol ref={list} aria-label={t`Pages`} className="flex min-w-0 flex-1 gap-2 overflow-x-auto py-1">
        {pages.map((page) => {
          const state = stateOf(page)
          return (
            <li
              key={page.page_id}
              className={classNames(
                'flex-none select-none rounded-mark',
                lifted?.id === page.page_id && 'opacity-60',
                lifted?.target === page.number - 1 &&
                  lifted.id !== page.page_id &&
                  'outline-2 outline-accent',
              )}
              {...handlersOf(page.page_id)}
            >
              <button
                type="button"
                aria-label={t`Page ${page.number}, ${state}`}
                onClick={() => onOpen(page.page_id)}
                onKeyDown={(event) => onKeyDown(event, page)}
                className="block rounded-mark focus-inset"
              >
                <PageThumb token={token} page={page} isNew={page.queued !== null} />
              </button>
            </li>
          )
        })}
      </ol>
      {total > 0 ? (
        <button
          type="button"
          onClick={onShowAll}
          className="flex min-h-11 flex-none flex-col items-end justify-center rounded-control px-1 text-end"
        >
          <span className="font-strong text-ink">
            <Plural value={total} one="# page" other="# pages" />
          </span>
          <UploadLine pages={pages} />
        </button>
      ) : (
        <p className="flex min-h-15 flex-1 items-center text-ink-soft">
          <Trans>Pages appear here and at the desk.</Trans>
        </p>
      )}
    </div>
  )
}

/**
 * The number of pages to send, and the progress of the current one. A photo counts as waiting once
 * it is stored on this phone.
 */
export function UploadLine({ pages }: { pages: readonly PhonePage[] }) {
  const { i18n } = useLingui()
  const failed = pages.filter(({ state }) => state === 'failed').length
  const waiting = pages.filter(({ state }) => state === 'waiting' || state === 'sending').length
  const saving = pages.filter(({ state }) => state === 'saving').length
  const sending = pages.find(({ state }) => state === 'sending')
  const percent = new Intl.NumberFormat(i18n.locale, { style: 'percent' }).format(sending?.share ?? 0)
  if (failed > 0)
    return (
      <span className="text-[0.75rem]/4 text-bad">
        <Plural value={failed} one="# failed" other="# failed" />
      </span>
    )
  return (
    <span className="text-[0.75rem]/4 text-ink-soft">
      {waiting + saving === 0 ? (
        <Trans>All uploaded</Trans>
      ) : waiting === 0 ? (
        <Trans>{saving} saving</Trans>
      ) : sending ? (
        <Trans>
          {waiting} uploading, {percent}
        </Trans>
      ) : (
        <Trans>{waiting} waiting</Trans>
      )}
    </span>
  )
}
