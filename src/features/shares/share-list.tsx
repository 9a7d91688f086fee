import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { Share } from '../../api/shares.ts'
import { useMedia } from '../../lib/use-media.ts'
import { useRowKeys } from '../../lib/use-row-keys.ts'
import { type More, MoreFoot } from '../../ui/more-foot.tsx'
import { HeadCell, Table, TableHead } from '../../ui/table.tsx'
import { VirtualList } from '../../ui/virtual-list.tsx'
import { ShareRow } from './share-row.tsx'

const COLUMNS =
  'minmax(0,1.8fr) minmax(0,0.8fr) minmax(0,1.1fr) minmax(0,0.4fr) minmax(0,0.75fr) minmax(0,0.85fr) minmax(64px,auto)'
const NARROW = 'minmax(0,1fr) auto'

/** The newest first; only the rows in sight are in the page. */
export function ShareList({ shares, ...more }: { shares: readonly Share[] } & More) {
  const { t } = useLingui()
  const phone = useMedia('(max-width: 39.99rem)')
  const touch = useMedia('(pointer: coarse)')
  const { reveal, onFocus } = useRowKeys(shares.map(({ link_id }) => link_id))
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
            <ShareRow share={share} index={index} height={height} onFocus={onFocus(index)} />
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
