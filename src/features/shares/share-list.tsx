import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useRef } from 'react'
import type { Share } from '../../api/shares.ts'
import { formatNumber } from '../../lib/format-number.ts'
import { useHotkeys } from '../../lib/use-hotkeys.ts'
import { useMedia } from '../../lib/use-media.ts'
import { HeadCell, Table, TableHead } from '../../ui/table.tsx'
import { TextButton } from '../../ui/text-button.tsx'
import { VirtualList } from '../../ui/virtual-list.tsx'
import { ShareRow } from './share-row.tsx'

type ShareListProps = {
  shares: readonly Share[]
  count: number
  exact: boolean
  more: boolean
  onMore: () => void
  /** The next page did not come. */
  onRetry?: (() => void) | undefined
}

const COLUMNS =
  'minmax(0,1.8fr) minmax(0,0.8fr) minmax(0,1.1fr) minmax(0,0.4fr) minmax(0,0.75fr) minmax(0,0.85fr) minmax(64px,auto)'
const NARROW = 'minmax(0,1fr) auto'
/** Frames that a row may take to come into the page before it is given up. */
const TRIES = 10

/** The newest first; only the rows in sight are in the page. */
export function ShareList({ shares, count, exact, more, onMore, onRetry }: ShareListProps) {
  const { t } = useLingui()
  const phone = useMedia('(max-width: 39.99rem)')
  const touch = useMedia('(pointer: coarse)')
  const reveal = useRef<((index: number) => void) | null>(null)
  const at = useRef(-1)

  const focusRow = (index: number, tries = TRIES) => {
    const link = document.querySelector<HTMLElement>(`[data-share="${shares[index]?.link_id}"] a`)
    if (link) return link.focus()
    reveal.current?.(index)
    if (tries > 0) requestAnimationFrame(() => focusRow(index, tries - 1))
  }
  const move = (step: number) => (event: KeyboardEvent) => {
    event.preventDefault()
    focusRow(Math.min(shares.length - 1, Math.max(0, at.current + step)))
  }
  useHotkeys({ arrowdown: move(1), arrowup: move(-1) })

  const height = phone ? 96 : touch ? 64 : 52
  return (
    <>
      <Table
        label={t`Share links`}
        columns={COLUMNS}
        narrow={NARROW}
        inset={24}
        insetEnd={16}
        rowCount={exact ? count + 1 : -1}
        className="flex min-h-0 max-w-page flex-1 flex-col"
      >
        <div className="overflow-hidden [scrollbar-gutter:stable]">
          <TableHead>
            <HeadCell>{t`Title and file`}</HeadCell>
            <HeadCell>{t`State`}</HeadCell>
            <HeadCell>{t`Asks for`}</HeadCell>
            <HeadCell end>{t`Views`}</HeadCell>
            <HeadCell end>{t`Downloads`}</HeadCell>
            <HeadCell end>{t`Opens until`}</HeadCell>
            <HeadCell>
              <span className="sr-only">{t`Actions`}</span>
            </HeadCell>
          </TableHead>
        </div>
        <VirtualList
          rows
          reveal={reveal}
          label={t`Links`}
          className="min-h-0 flex-1 [scrollbar-gutter:stable]"
          items={shares}
          keyOf={({ link_id }) => link_id}
          heightOf={() => height}
          onNearEnd={onMore}
        >
          {(share, index) => (
            <ShareRow
              share={share}
              index={index}
              height={height}
              onFocus={() => {
                at.current = index
              }}
            />
          )}
        </VirtualList>
      </Table>
      <Foot loaded={shares.length} count={count} exact={exact} more={more} onRetry={onRetry} />
    </>
  )
}

type FootProps = Pick<ShareListProps, 'count' | 'exact' | 'more' | 'onRetry'> & { loaded: number }

/** How much of the list there is. */
function Foot({ loaded, count, exact, more, onRetry }: FootProps) {
  const { t, i18n } = useLingui()
  const here = formatNumber(loaded, i18n.locale)
  const all = formatNumber(count, i18n.locale)
  return (
    <footer className="max-w-page border-t border-line px-4 py-2 text-small text-ink-soft md:ps-6 md:pe-5">
      {onRetry ? (
        <p role="alert">
          {t`More did not load.`} <TextButton onClick={onRetry}>{t`Try again`}</TextButton>
        </p>
      ) : (
        <p className="flex justify-between gap-4" aria-live="polite">
          <span>
            {!more
              ? t({ message: plural(loaded, { one: '# link', other: '# links' }) })
              : exact
                ? t`${here} of ${all}. Scroll for more.`
                : t`${here} of more than ${all}. Scroll for more.`}
          </span>
          <span className="max-sm:hidden">{t`Times are of this device.`}</span>
        </p>
      )}
    </footer>
  )
}
