import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Share } from '../../../api/shares.ts'
import { useMedia } from '../../../lib/use-media.ts'
import { useRowKeys } from '../../../lib/use-row-keys.ts'
import { ListTable } from '../../../ui/list-table.tsx'
import { type More, MoreFoot } from '../../../ui/more-foot.tsx'
import { HeadCell, TableHead } from '../../../ui/table.tsx'
import { ShareRow } from './share-row.tsx'
import { SidePanel } from './side-panel.tsx'

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
  const beside = useMedia('(min-width: 105rem)')
  const [current, setCurrent] = useState<string | null>(null)
  const focus = (share: Share, index: number) => {
    setCurrent(share.link_id)
    onFocus(index)()
  }
  const list = (
    <>
      <ListTable
        label={t`Share links`}
        rowsLabel={t`Links`}
        columns={COLUMNS}
        narrow={NARROW}
        count={more.count}
        exact={more.exact}
        head={
          <TableHead>
            <HeadCell>{t`Title and file`}</HeadCell>
            <HeadCell>{t`Status`}</HeadCell>
            <HeadCell>{t`Protection`}</HeadCell>
            <HeadCell end>{t`Views`}</HeadCell>
            <HeadCell end>{t`Downloads`}</HeadCell>
            <HeadCell end>{t`Expires`}</HeadCell>
            <HeadCell>
              <span className="sr-only">{t`Actions`}</span>
            </HeadCell>
          </TableHead>
        }
        reveal={reveal}
        items={shares}
        keyOf={({ link_id }) => link_id}
        heightOf={() => height}
        onNearEnd={more.onMore}
      >
        {(share, index) => (
          <ShareRow share={share} index={index} height={height} onFocus={() => focus(share, index)} />
        )}
      </ListTable>
      <MoreFoot
        {...more}
        loaded={shares.length}
        says={t({ message: plural(shares.length, { one: '# link', other: '# links' }) })}
        note={t`Times shown in your local time zone.`}
      />
    </>
  )
  if (!beside) return list
  return (
    <div className="flex min-h-0 flex-1">
      <div className="flex min-w-0 flex-1 flex-col">{list}</div>
      <SidePanel share={shares.find(({ link_id }) => link_id === current)} />
    </div>
  )
}
