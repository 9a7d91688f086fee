import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { ReceiptTextIcon, SearchXIcon } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { invoiceUrl, type Purchase, usePurchases } from '../../../api/billing.ts'
import { useMore } from '../../../api/scrolled.ts'
import { formatDate } from '../../../lib/format-date.ts'
import { formatMoney } from '../../../lib/format-money.ts'
import { useMedia } from '../../../lib/use-media.ts'
import { paths } from '../../../paths.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { ChoiceChip } from '../../../ui/choice-chip.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { ListTable } from '../../../ui/list-table.tsx'
import { MoreFoot } from '../../../ui/more-foot.tsx'
import { Cell, HeadCell, Row, TableHead } from '../../../ui/table.tsx'
import { Coming, OfflineNote, Problem } from '../../problems/index.ts'
import { STATUS_NAMES, STATUS_TONES } from './labels.ts'

const COLUMNS = '128px minmax(0,1.5fr) 168px minmax(0,1fr) 96px 220px'
const NARROW = 'minmax(0,1fr) auto'
const STATUSES = Object.keys(STATUS_NAMES) as Purchase['status'][]

/** What was bought, renewed and topped up, each with what became of its payment. */
export default function PurchasesTab() {
  const { t, i18n } = useLingui()
  const [search, setSearch] = useSearchParams()
  const status = STATUSES.find((one) => one === search.get('status')) ?? null
  const list = usePurchases(status ? { status } : {})
  const more = useMore(list)
  const phone = useMedia('(max-width: 39.99rem)')
  const height = phone ? 84 : 45
  const setStatus = (next: Purchase['status'] | null) =>
    setSearch(next ? { status: next } : {}, { replace: true })
  const { data } = list
  return (
    <>
      <div className="flex flex-none flex-wrap items-center gap-2 border-b border-line-strong px-4 py-2.5 md:ps-6 md:pe-5">
        <ChoiceChip
          label={t`Status`}
          options={STATUSES}
          wordOf={(one) => i18n._(STATUS_NAMES[one])}
          value={status}
          onChange={setStatus}
        />
      </div>
      <OfflineNote query={list} />
      {list.error && !data ? (
        <Problem error={list.error} onRetry={() => void list.refetch()} />
      ) : !data ? (
        <Coming page paused={list.isPaused} rows={8} />
      ) : data.rows.length > 0 ? (
        <>
          <ListTable
            label={t`Purchases`}
            rowsLabel={t`Purchases`}
            columns={COLUMNS}
            narrow={NARROW}
            count={data.count}
            exact={data.exact}
            head={
              <TableHead>
                <HeadCell>{t`Date`}</HeadCell>
                <HeadCell>{t`Description`}</HeadCell>
                <HeadCell>{t`Status`}</HeadCell>
                <HeadCell>{t`Invoice number`}</HeadCell>
                <HeadCell end>{t`Paid`}</HeadCell>
                <HeadCell>
                  <span className="sr-only">{t`Documents`}</span>
                </HeadCell>
              </TableHead>
            }
            items={data.rows}
            keyOf={({ purchase_id }) => purchase_id}
            heightOf={() => height}
            onNearEnd={more.onMore}
          >
            {(purchase, index) => <PurchaseRow purchase={purchase} index={index} height={height} />}
          </ListTable>
          <MoreFoot
            {...more}
            count={data.count}
            exact={data.exact}
            loaded={data.rows.length}
            says={t({ message: plural(data.rows.length, { one: '# purchase', other: '# purchases' }) })}
            note={t`Amounts include tax.`}
          />
        </>
      ) : status ? (
        <Empty
          icon={SearchXIcon}
          title={t`No matches`}
          action={{ label: t`Clear filters`, onClick: () => setStatus(null) }}
        >
          {t`No purchases have this status.`}
        </Empty>
      ) : (
        <Empty
          icon={ReceiptTextIcon}
          title={t`No purchases yet`}
          action={{ label: t`View plans and packs`, render: <Link to={paths.billing('plans')} /> }}
        >
          {t`Your purchases and invoices will appear here.`}
        </Empty>
      )}
    </>
  )
}

/** The buttons of a row say by this what they are about. */
const nameId = ({ purchase_id }: Purchase) => `purchase-${purchase_id}`

type PurchaseRowProps = { purchase: Purchase; index: number; height: number }

function PurchaseRow({ purchase, index, height }: PurchaseRowProps) {
  const { t, i18n } = useLingui()
  const { name, status, price, tax, refunded, created_at, invoice_number, kind, interval } = purchase
  const money = (amount: number) => formatMoney({ amount, currency: price.currency }, i18n.locale)
  const kinds: Record<Purchase['kind'], string> = {
    plan: interval === 'year' ? t`Plan, yearly` : t`Plan, monthly`,
    storage: t`Storage`,
    pack: t`Pack`,
    top_up: t`Automatic top-up`,
  }
  const isPartlyRefunded = refunded.amount > 0 && refunded.amount < price.amount + tax.amount
  return (
    <Row aria-rowindex={index + 2} style={{ height }} className="max-sm:content-center max-sm:gap-y-0.5">
      <Cell faint className="truncate max-sm:order-3 max-sm:text-small">
        {formatDate(new Date(created_at), { locale: i18n.locale })}
      </Cell>
      <Cell className="truncate max-sm:order-1">
        <span id={nameId(purchase)} className="font-medium" translate="no">
          {name}
        </span>{' '}
        <span className="text-small text-ink-soft">{kinds[kind]}</span>
      </Cell>
      <Cell className="max-sm:order-2 max-sm:justify-self-end">
        <Badge tone={STATUS_TONES[status]}>{i18n._(STATUS_NAMES[status])}</Badge>
      </Cell>
      <Cell faint className="mono truncate text-small max-sm:hidden">
        {invoice_number ?? '–'}
      </Cell>
      <Cell end className="max-sm:order-4">
        {money(price.amount + tax.amount)}
        {isPartlyRefunded && (
          <span className="block text-micro text-ink-soft">{t`${money(refunded.amount)} refunded`}</span>
        )}
      </Cell>
      <Cell className="flex justify-end gap-2 max-sm:order-5 max-sm:col-span-2 max-sm:justify-start">
        <Documents purchase={purchase} />
      </Cell>
    </Row>
  )
}

/** The checkout while it is open, then the invoice and the provider's receipt. */
function Documents({ purchase }: { purchase: Purchase }) {
  const { t } = useLingui()
  const { purchase_id, checkout_url, invoice_url, receipt_url } = purchase
  const about = nameId(purchase)
  if (checkout_url)
    return (
      <Button size={24} render={<a href={checkout_url} />} aria-describedby={about}>
        {t`Continue payment`}
      </Button>
    )
  return (
    <>
      {invoice_url && (
        <Button size={24} render={<a href={invoiceUrl(purchase_id)} download />} aria-describedby={about}>
          {t`Invoice`}
        </Button>
      )}
      {receipt_url && (
        <Button
          size={24}
          variant="ghost"
          render={<a href={receipt_url} target="_blank" rel="noreferrer" />}
          aria-describedby={about}
        >
          {t`Receipt`}
        </Button>
      )}
    </>
  )
}
