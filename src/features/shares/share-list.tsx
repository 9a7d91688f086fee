import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useRef } from 'react'
import type { Share } from '../../api/shares.ts'
import { useHotkeys } from '../../lib/use-hotkeys.ts'
import { useMedia } from '../../lib/use-media.ts'
import { type More, MoreFoot } from '../../ui/more-foot.tsx'
import { HeadCell, Table, TableHead } from '../../ui/table.tsx'
import { VirtualList } from '../../ui/virtual-list.tsx'
import { ShareRow } from './share-row.tsx'

const COLUMNS =
  'minmax(0,1.8fr) minmax(0,0.8fr) minmax(0,1.1fr) minmax(0,0.4fr) minmax(0,0.75fr) minmax(0,0.85fr) minmax(64px,auto)'
const NARROW = 'minmax(0,1fr) auto'
/** Frames that a row may take to come into the page before it is given up. */
const TRIES = 10

/** The newest first; only the rows in sight are in the page. */
export function ShareList({ shares, ...more }: { shares: readonly Share[] } & More) {
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
        rowCount={more.exact ? more.count + 1 : -1}
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
          onNearEnd={more.onMore}
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
      <MoreFoot
        {...more}
        loaded={shares.length}
        says={t({ message: plural(shares.length, { one: '# link', other: '# links' }) })}
        note={t`Times are of this device.`}
      />
    </>
  )
}
