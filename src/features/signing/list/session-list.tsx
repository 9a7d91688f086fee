import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { SigningRow } from '../../../api/signing.ts'
import { useMedia } from '../../../lib/use-media.ts'
import { useRowKeys } from '../../../lib/use-row-keys.ts'
import { ListTable } from '../../../ui/list-table.tsx'
import { type More, MoreFoot } from '../../../ui/more-foot.tsx'
import { HeadCell, TableHead } from '../../../ui/table.tsx'
import { SessionRow } from './session-row.tsx'
import { SidePanel } from './side-panel.tsx'

const COLUMNS = 'minmax(0,1.8fr) 124px 56px minmax(152px,1fr) minmax(0,1fr) minmax(0,0.9fr) 32px'
const NARROW = 'minmax(0,1fr) auto'

/** Only the rows in sight are in the page. */
export function SessionList({ sessions, ...more }: { sessions: readonly SigningRow[] } & More) {
  const { t } = useLingui()
  const phone = useMedia('(max-width: 39.99rem)')
  const touch = useMedia('(pointer: coarse)')
  const { reveal, onFocus } = useRowKeys(sessions.map(({ id }) => id))
  const height = phone ? 104 : touch ? 64 : 52
  const beside = useMedia('(min-width: 105rem)')
  const [current, setCurrent] = useState<string | null>(null)
  const focus = ({ id }: SigningRow, index: number) => {
    setCurrent(id)
    onFocus(index)()
  }
  const list = (
    <>
      <ListTable
        label={t`Signature requests`}
        rowsLabel={t`Signature requests`}
        columns={COLUMNS}
        narrow={NARROW}
        count={more.count}
        exact={more.exact}
        head={
          <TableHead>
            <HeadCell>{t`Title and document`}</HeadCell>
            <HeadCell>{t`Recipients`}</HeadCell>
            <HeadCell>{t`Signed`}</HeadCell>
            <HeadCell>{t`Status`}</HeadCell>
            <HeadCell end>{t`Deadline`}</HeadCell>
            <HeadCell end>{t`Modified`}</HeadCell>
            <HeadCell>
              <span className="sr-only">{t`Actions`}</span>
            </HeadCell>
          </TableHead>
        }
        reveal={reveal}
        items={sessions}
        keyOf={({ id }) => id}
        heightOf={() => height}
        onNearEnd={more.onMore}
      >
        {(session, index) => (
          <SessionRow session={session} index={index} height={height} onFocus={() => focus(session, index)} />
        )}
      </ListTable>
      <MoreFoot
        {...more}
        loaded={sessions.length}
        says={t({
          message: plural(sessions.length, { one: '# signature request', other: '# signature requests' }),
        })}
        note={t`Times shown in your local time zone.`}
      />
    </>
  )
  if (!beside) return list
  return (
    <div className="flex min-h-0 flex-1">
      <div className="flex min-w-0 flex-1 flex-col">{list}</div>
      <SidePanel session={sessions.find(({ id }) => id === current)} />
    </div>
  )
}
