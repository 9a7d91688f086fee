import { useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import type { AccountSummary } from '../../../api/admin-acts.ts'
import { formatBytes } from '../../../lib/format-bytes.ts'
import { formatDate, formatMomentLine } from '../../../lib/format-date.ts'
import { formatNumber } from '../../../lib/format-number.ts'
import { useMedia } from '../../../lib/use-media.ts'
import { paths } from '../../../paths.ts'
import { Badge } from '../../../ui/badge.tsx'
import { ListTable } from '../../../ui/list-table.tsx'
import { Cell, HeadCell, Row, TableHead } from '../../../ui/table.tsx'
import { AccountState } from './account-state.tsx'

const COLUMNS =
  'minmax(8rem,1.2fr) minmax(9rem,1.4fr) 6rem minmax(6rem,0.7fr) 7.5rem minmax(5rem,0.6fr) 5rem 4.5rem'
const NARROW = 'minmax(0,1fr) auto'

type AccountListProps = {
  accounts: readonly AccountSummary[]
  count: number
  exact: boolean
  onMore: () => void
}

/**
 * One line per account; on phones name with state, e-mail address, and last sign-in are stacked.
 */
export function AccountList({ accounts, count, exact, onMore }: AccountListProps) {
  const { t } = useLingui()
  const phone = useMedia('(max-width: 39.99rem)')
  const height = phone ? 84 : 44
  return (
    <ListTable
      label={t`Accounts`}
      rowsLabel={t`Accounts`}
      columns={COLUMNS}
      narrow={NARROW}
      count={count}
      exact={exact}
      head={
        <TableHead>
          <HeadCell>{t`Name`}</HeadCell>
          <HeadCell>{t`E-mail`}</HeadCell>
          <HeadCell>{t`Since`}</HeadCell>
          <HeadCell>{t`Last sign-in`}</HeadCell>
          <HeadCell>{t`Status`}</HeadCell>
          <HeadCell>{t`Second factor`}</HeadCell>
          <HeadCell end>{t`Storage`}</HeadCell>
          <HeadCell end>{t`Credits`}</HeadCell>
        </TableHead>
      }
      items={accounts}
      keyOf={({ account_id }) => account_id}
      heightOf={() => height}
      onNearEnd={onMore}
    >
      {(account, index) => <AccountRow account={account} index={index} height={height} />}
    </ListTable>
  )
}

function AccountRow({ account, index, height }: { account: AccountSummary; index: number; height: number }) {
  const { t, i18n } = useLingui()
  const { account_id, username, name, email, is_admin, state, factors, created_at, last_sign_in_at } = account
  const { locale } = i18n
  const signedIn = last_sign_in_at ? formatMomentLine(new Date(last_sign_in_at), { locale }) : t`Never`
  return (
    <Row aria-rowindex={index + 2} style={{ height }} className="max-sm:content-center max-sm:gap-y-0.5">
      <Cell className="flex items-center gap-2 max-sm:col-start-1 max-sm:row-start-1">
        <Link
          to={paths.managedAccount(account_id)}
          translate="no"
          title={name || username}
          className="truncate font-medium after:absolute after:inset-0"
        >
          {username}
        </Link>
        {is_admin && <Badge>{t`Admin`}</Badge>}
      </Cell>
      <Cell translate="no" className="truncate max-sm:col-span-2 max-sm:text-small" title={email}>
        {email}
      </Cell>
      <Cell faint className="truncate max-sm:hidden">
        {formatDate(new Date(created_at), { locale })}
      </Cell>
      <Cell faint className="truncate max-sm:col-span-2 max-sm:text-small">
        <span className="sm:hidden">{t`Last sign-in`}: </span>
        {signedIn}
      </Cell>
      <Cell className="max-sm:col-start-2 max-sm:row-start-1">
        <AccountState state={state} />
      </Cell>
      <Cell faint className="truncate max-sm:hidden">
        {factors.length > 0 ? t`On` : t`Off`}
      </Cell>
      <Cell end className="max-sm:hidden">
        {formatBytes(account.storage_bytes, locale)}
      </Cell>
      <Cell end className="max-sm:hidden">
        {formatNumber(account.credits, locale)}
      </Cell>
    </Row>
  )
}
