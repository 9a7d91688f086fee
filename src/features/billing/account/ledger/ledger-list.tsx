import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import type { LedgerLine } from '../../../../api/billing.ts'
import { dayHeading } from '../../../../lib/format-date.ts'
import { useHotkeys } from '../../../../lib/use-hotkeys.ts'
import { useMedia } from '../../../../lib/use-media.ts'
import { useRowFocus } from '../../../../lib/use-row-focus.ts'
import { useActing } from '../../../../stores/acting.ts'
import { ListTable } from '../../../../ui/list-table.tsx'
import { type More, MoreFoot } from '../../../../ui/more-foot.tsx'
import { DayRow, HeadCell, TableHead } from '../../../../ui/table.tsx'
import { causePath } from './cause.ts'
import { itemsOf, type LedgerItem } from './items.ts'
import { explanationHeight, LedgerRow } from './ledger-row.tsx'

const MEMBER = 'minmax(0,0.8fr)'
const columnsOf = (withMember: boolean) =>
  ['52px minmax(0,1.6fr) minmax(0,1.7fr)', withMember && MEMBER, 'minmax(0,0.9fr) 72px 72px']
    .filter(Boolean)
    .join(' ')
const NARROW = 'minmax(0,1fr) auto'
const isHeading = ({ kind }: LedgerItem) => kind === 'day'

type LedgerListProps = More & { lines: LedgerLine[]; agrees: boolean | undefined }

/** Grouped by day, newest first; an entry expands and explains its amount. */
export function LedgerList({ lines, agrees, ...more }: LedgerListProps) {
  const { t, i18n } = useLingui()
  const navigate = useNavigate()
  const withMember = useActing((state) => state.id) !== null
  const phone = useMedia('(max-width: 39.99rem)')
  const touch = useMedia('(pointer: coarse)')
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set())
  const [current, setCurrent] = useState<string | null>(null)
  const items = useMemo(() => itemsOf(lines), [lines])
  const ids = useMemo(() => lines.map(({ entry_id }) => String(entry_id)), [lines])
  const { reveal, move } = useRowFocus(ids, (id) => items.findIndex(({ key }) => key === id))
  const at = ids.indexOf(current ?? '')
  const line = lines[at]
  const set = (id: number, isOpen: boolean) => {
    const next = new Set(open)
    if (isOpen) next.add(id)
    else next.delete(id)
    setOpen(next)
  }
  const isOnRow = (event: KeyboardEvent) =>
    event.target instanceof Element && event.target.matches('[data-row]')
  useHotkeys({
    arrowdown: (event) => move(event, at, 1),
    arrowup: (event) => move(event, at, -1),
    enter: (event) => line && isOnRow(event) && set(line.entry_id, !open.has(line.entry_id)),
    arrowright: (event) => line && isOnRow(event) && set(line.entry_id, true),
    arrowleft: (event) => line && isOnRow(event) && set(line.entry_id, false),
    o() {
      const path = line && causePath(line)
      if (path) void navigate(path)
    },
  })
  const rowHeight = phone ? 57 : touch ? 44 : 33
  return (
    <>
      <ListTable
        label={t`Ledger`}
        rowsLabel={t`Entries`}
        columns={columnsOf(withMember)}
        narrow={NARROW}
        count={more.count}
        exact={more.exact}
        head={
          <TableHead>
            <HeadCell>{t`Time`}</HeadCell>
            <HeadCell>{t`Description`}</HeadCell>
            <HeadCell>{t`Source`}</HeadCell>
            {withMember && <HeadCell>{t`Actor`}</HeadCell>}
            <HeadCell>{t`Lot`}</HeadCell>
            <HeadCell end>{t`Credits`}</HeadCell>
            <HeadCell end>{t`Total`}</HeadCell>
          </TableHead>
        }
        reveal={reveal}
        items={items}
        keyOf={({ key }) => key}
        heightOf={(item) =>
          item.kind === 'day'
            ? 36
            : rowHeight + (open.has(item.line.entry_id) ? explanationHeight(item.line) : 0)
        }
        isHeading={isHeading}
        onNearEnd={more.onMore}
      >
        {(item) =>
          item.kind === 'day' ? (
            <DayRow {...dayHeading(item.date, { locale: i18n.locale })} />
          ) : (
            <LedgerRow
              line={item.line}
              index={item.index}
              height={rowHeight}
              isOpen={open.has(item.line.entry_id)}
              focusable={item.key === (line ? current : ids[0])}
              withMember={withMember}
              onToggle={() => set(item.line.entry_id, !open.has(item.line.entry_id))}
              onFocus={() => setCurrent(item.key)}
            />
          )
        }
      </ListTable>
      <MoreFoot
        {...more}
        loaded={lines.length}
        says={t({ message: plural(lines.length, { one: '# entry', other: '# entries' }) })}
        note={
          agrees === undefined
            ? t`Times shown in your local time zone.`
            : agrees
              ? t`Balance verified: entries and lots match.`
              : t`Entries, lots and balance don’t match. Contact support.`
        }
      />
    </>
  )
}
