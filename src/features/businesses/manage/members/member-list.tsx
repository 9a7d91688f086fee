import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { useSession } from '../../../../api/account.ts'
import type { BusinessUser } from '../../../../api/business-users.ts'
import type { Business } from '../../../../api/businesses.ts'
import { isTyping } from '../../../../lib/is-typing.ts'
import { useHotkeys } from '../../../../lib/use-hotkeys.ts'
import { useMedia } from '../../../../lib/use-media.ts'
import { useRowKeys } from '../../../../lib/use-row-keys.ts'
import { useSelection } from '../../../../lib/use-selection.ts'
import { Checkbox } from '../../../../ui/checkbox.tsx'
import { ListTable } from '../../../../ui/list-table.tsx'
import { type More, MoreFoot } from '../../../../ui/more-foot.tsx'
import { HeadCell, TableHead } from '../../../../ui/table.tsx'
import { MemberBar } from './member-bar.tsx'
import { MemberRow } from './member-row.tsx'
import { assignableBy, mayChange } from './ranks.ts'
import { useMemberActions } from './use-member-actions.ts'
import type { Order } from './view.ts'

const COLUMNS = '16px minmax(0,2fr) 124px minmax(0,0.8fr) minmax(0,1.1fr) minmax(0,0.9fr) 120px 36px'
/** A narrow layout has no room for the columns "Last active" and "Credits this month". */
const COMPACT = '16px minmax(0,2fr) 124px 84px minmax(0,1.2fr) 36px'
const NARROW = '16px minmax(0,1fr) auto'

type MemberListProps = More & {
  business: Business
  members: readonly BusinessUser[]
  order: Order
  onOrder: (order: Order) => void
}

/** Only the rows in sight are in the page. The role is changed in the row. */
export function MemberList({ business, members, order, onOrder, ...more }: MemberListProps) {
  const { t } = useLingui()
  const phone = useMedia('(max-width: 39.99rem)')
  const compact = useMedia('(max-width: 63.99rem)')
  const { data: user } = useSession()
  const acts = useMemberActions(business)
  const roles = useMemo(() => assignableBy(business), [business])
  const changeable = useMemo(
    () => members.filter((one) => one.status !== 'removed' && mayChange(business, one, user?.id)),
    [members, business, user?.id],
  )
  const ids = useMemo(() => changeable.map(({ id }) => id), [changeable])
  const { selected, select, selectAll, clear } = useSelection(ids)
  const { reveal, onFocus } = useRowKeys(members.map(({ id }) => id))
  const chosen = changeable.filter(({ id }) => selected.has(id))
  const height = phone ? 92 : 52
  useHotkeys({
    escape: clear,
    delete: () => chosen.length > 0 && acts.remove(chosen, clear),
    'mod+a'(event) {
      if (isTyping(event.target)) return
      event.preventDefault()
      selectAll(ids, true)
    },
  })
  const sortable = (of: Order, label: string, direction: 'ascending' | 'descending') => (
    <HeadCell sort={order === of ? direction : 'none'} onSort={() => onOrder(of)}>
      {label}
    </HeadCell>
  )
  return (
    <>
      <ListTable
        label={t`Members`}
        rowsLabel={t`Business members`}
        columns={compact ? COMPACT : COLUMNS}
        narrow={NARROW}
        count={more.count}
        exact={more.exact}
        head={
          <TableHead>
            <HeadCell>
              {ids.length > 0 ? (
                <Checkbox
                  label={t`Select all loaded`}
                  checked={selected.size > 0 && selected.size === ids.length}
                  mixed={selected.size > 0 && selected.size < ids.length}
                  onChange={(on) => selectAll(ids, on)}
                />
              ) : (
                <span className="sr-only">{t`Selected`}</span>
              )}
            </HeadCell>
            {sortable('name', t`Member`, 'ascending')}
            {sortable('role', t`Role`, 'ascending')}
            <HeadCell>{t`Status`}</HeadCell>
            <HeadCell>{t`Two-factor`}</HeadCell>
            {!compact && sortable('active', t`Last active`, 'descending')}
            {!compact && <HeadCell end>{t`Credits this month`}</HeadCell>}
            <HeadCell>
              <span className="sr-only">{t`Actions`}</span>
            </HeadCell>
          </TableHead>
        }
        reveal={reveal}
        items={members}
        keyOf={({ id }) => id}
        heightOf={() => height}
        onNearEnd={more.onMore}
      >
        {(member, index) => (
          <MemberRow
            member={member}
            index={index}
            height={height}
            compact={compact}
            isSelf={member.user_id === user?.id}
            roles={changeable.includes(member) ? roles : []}
            selected={selected.has(member.id)}
            onSelect={select}
            onFocus={onFocus(index)}
            acts={acts}
          />
        )}
      </ListTable>
      {chosen.length > 0 && <MemberBar chosen={chosen} roles={roles} acts={acts} onClear={clear} />}
      <MoreFoot
        {...more}
        loaded={members.length}
        says={t({ message: plural(members.length, { one: '# member', other: '# members' }) })}
        note={t`Times shown in your local time zone.`}
      />
    </>
  )
}
