import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { type AccountPurchase, useAccountPurchases } from '../../../api/billing.ts'
import { useMore } from '../../../api/scrolled.ts'
import { formatDate } from '../../../lib/format-date.ts'
import { formatMoney } from '../../../lib/format-money.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { SearchBox } from '../../../ui/search-box.tsx'
import { Cell, HeadCell, Row, Table, TableHead } from '../../../ui/table.tsx'
import { Coming, Problem } from '../../problems/index.ts'
import { STATUS_NAMES, STATUS_TONES } from '../account/index.ts'
import { RefundDialog } from './refund-dialog.tsx'

const COLUMNS = '96px minmax(0,1fr) minmax(0,1.2fr) 132px 96px 88px'
const NARROW = 'minmax(0,1fr) auto'

/** Purchases of all accounts, with search. */
export function PurchasesPanel() {
  const { t } = useLingui()
  const [query, setQuery] = useState('')
  const [refunding, setRefunding] = useState<AccountPurchase | null>(null)
  const list = useAccountPurchases(query.trim())
  const more = useMore(list)
  const { data } = list
  return (
    <Panel
      title={t`Purchases`}
      actions={
        <SearchBox
          label={t`Search purchases`}
          placeholder={t`Account, e-mail, invoice or payment`}
          value={query}
          onChange={setQuery}
          className="w-full sm:w-72"
        />
      }
      flush
      {...(more.more && { foot: <Button onClick={more.onMore}>{t`Show more`}</Button> })}
    >
      {data ? (
        data.rows.length > 0 ? (
          <Table label={t`Purchases`} columns={COLUMNS} narrow={NARROW}>
            <TableHead>
              <HeadCell>{t`Date`}</HeadCell>
              <HeadCell>{t`Account`}</HeadCell>
              <HeadCell>{t`Description`}</HeadCell>
              <HeadCell>{t`Status`}</HeadCell>
              <HeadCell end>{t`Paid`}</HeadCell>
              <HeadCell>
                <span className="sr-only">{t`Actions`}</span>
              </HeadCell>
            </TableHead>
            {data.rows.map((purchase) => (
              <PurchaseRow
                key={purchase.purchase_id}
                purchase={purchase}
                onRefund={() => setRefunding(purchase)}
              />
            ))}
          </Table>
        ) : (
          <p className="p-4 text-ink-soft">{query ? t`No matches.` : t`No purchases yet.`}</p>
        )
      ) : list.error ? (
        <Problem error={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <Coming paused={list.isPaused} rows={4} />
      )}
      {refunding && <RefundDialog purchase={refunding} onClose={() => setRefunding(null)} />}
    </Panel>
  )
}

function PurchaseRow({ purchase, onRefund }: { purchase: AccountPurchase; onRefund: () => void }) {
  const { t, i18n } = useLingui()
  const { account, name, status, price, tax, created_at, invoice_number } = purchase
  return (
    <Row size="settings" className="last:border-0 max-sm:py-2">
      <Cell faint className="max-sm:order-3 max-sm:text-small">
        {formatDate(new Date(created_at), { locale: i18n.locale })}
      </Cell>
      <Cell className="truncate max-sm:order-1" translate="no" title={account.name}>
        {account.kind === 'deleted' ? (
          <span className="text-ink-soft">{t`Deleted account`}</span>
        ) : (
          account.name
        )}
      </Cell>
      <Cell className="truncate max-sm:order-4" translate="no">
        {name} <span className="mono text-small text-ink-soft">{invoice_number}</span>
      </Cell>
      <Cell className="max-sm:order-2 max-sm:justify-self-end">
        <Badge tone={STATUS_TONES[status]}>{i18n._(STATUS_NAMES[status])}</Badge>
      </Cell>
      <Cell end className="max-sm:order-5">
        {formatMoney({ ...price, amount: price.amount + tax.amount }, i18n.locale)}
      </Cell>
      <Cell end className="max-sm:order-6">
        {status === 'fulfilled' && price.amount > 0 && (
          <Button
            size={24}
            variant="danger"
            onClick={onRefund}
            aria-label={t`Refund ${name} of ${account.name}`}
          >
            {t`Refund`}
          </Button>
        )}
      </Cell>
    </Row>
  )
}
