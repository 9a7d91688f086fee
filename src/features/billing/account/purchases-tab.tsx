import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { ReceiptTextIcon } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { invoiceUrl, type Purchase, usePurchases } from '../../../api/billing.ts'
import { formatDate } from '../../../lib/format-date.ts'
import { formatMoney } from '../../../lib/format-money.ts'
import { paths } from '../../../paths.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { ChoiceChip } from '../../../ui/choice-chip.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { type ListOf, ResourceList } from '../../lists/index.ts'
import { STATUS_NAMES, STATUS_TONES } from './labels.ts'

const idOf = ({ purchase_id }: Purchase) => purchase_id
const HEIGHTS = [84, 45, 45] as const
const STATUSES = Object.keys(STATUS_NAMES) as Purchase['status'][]

/** Purchases, renewals and top-ups, each with its payment status. */
export default function PurchasesTab() {
  const { t, i18n } = useLingui()
  const [search, setSearch] = useSearchParams()
  const status = STATUSES.find((one) => one === search.get('status')) ?? null
  const purchases = usePurchases(status ? { status } : {})
  const list = usePurchaseList()
  const setStatus = (next: Purchase['status'] | null) =>
    setSearch(next ? { status: next } : {}, { replace: true })
  return (
    <ResourceList
      list={list}
      query={purchases}
      filtered={status !== null}
      noMatches={{ hint: t`No purchases have this status.`, onClear: () => setStatus(null) }}
      bar={{
        chips: (
          <ChoiceChip
            label={t`Status`}
            options={STATUSES}
            wordOf={(one) => i18n._(STATUS_NAMES[one])}
            value={status}
            onChange={setStatus}
          />
        ),
      }}
      empty={
        <Empty
          icon={ReceiptTextIcon}
          title={t`No purchases yet`}
          action={{ label: t`View plans and packs`, render: <Link to={paths.billing('plans')} /> }}
        >
          {t`Your purchases and invoices will appear here.`}
        </Empty>
      }
    />
  )
}

/** The buttons of a row are labelled by this element. */
const nameId = ({ purchase_id }: Purchase) => `purchase-${purchase_id}`

/** The columns of purchases. */
function usePurchaseList(): ListOf<Purchase> {
  const { t, i18n } = useLingui()
  const money = ({ currency }: Purchase['price'], amount: number) =>
    formatMoney({ amount, currency }, i18n.locale)
  const kindOf = ({ kind, interval }: Purchase) =>
    ({
      plan: interval === 'year' ? t`Plan, yearly` : t`Plan, monthly`,
      storage: t`Storage`,
      pack: t`Pack`,
      top_up: t`Automatic top-up`,
    })[kind]
  return {
    label: t`Purchases`,
    rowsLabel: t`Purchases`,
    idOf,
    nameOf: ({ name }) => name,
    heights: HEIGHTS,
    says: (loaded) => t({ message: plural(loaded, { one: '# purchase', other: '# purchases' }) }),
    note: t`Amounts include tax.`,
    columns: [
      {
        id: 'date',
        head: t`Date`,
        width: '128px',
        phone: 2,
        faint: true,
        className: 'truncate max-sm:text-small',
        cell: ({ created_at }) => formatDate(new Date(created_at), { locale: i18n.locale }),
      },
      {
        id: 'name',
        head: t`Description`,
        width: 'minmax(0,1.5fr)',
        phone: 1,
        className: 'truncate',
        cell: (purchase) => (
          <>
            <span id={nameId(purchase)} className="font-medium" translate="no">
              {purchase.name}
            </span>{' '}
            <span className="text-small text-ink-soft">{kindOf(purchase)}</span>
          </>
        ),
      },
      {
        id: 'status',
        head: t`Status`,
        width: '168px',
        phone: 1,
        reach: 'end',
        className: 'max-sm:justify-self-end',
        cell: ({ status }) => <Badge tone={STATUS_TONES[status]}>{i18n._(STATUS_NAMES[status])}</Badge>,
      },
      {
        id: 'invoice',
        head: t`Invoice number`,
        width: 'minmax(0,1fr)',
        faint: true,
        className: 'mono truncate text-small',
        cell: ({ invoice_number }) => invoice_number ?? '–',
      },
      {
        id: 'paid',
        head: t`Paid`,
        width: '96px',
        end: true,
        phone: 2,
        reach: 'end',
        cell: ({ price, tax, refunded }) => {
          const paid = price.amount + tax.amount
          return (
            <>
              {money(price, paid)}
              {refunded.amount > 0 && refunded.amount < paid && (
                <span className="block text-micro text-ink-soft">
                  {t`${money(price, refunded.amount)} refunded`}
                </span>
              )}
            </>
          )
        },
      },
      {
        id: 'documents',
        head: t`Documents`,
        width: '220px',
        end: true,
        phone: 3,
        reach: 'over',
        className: 'flex justify-end gap-2 max-sm:justify-start',
        cell: (purchase) => <Documents purchase={purchase} />,
      },
    ],
  }
}

/** A link to the open checkout, then the invoice and the receipt. */
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
