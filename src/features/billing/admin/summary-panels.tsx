import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { type BillingSummary, type Money, useBillingSummary } from '../../../api/billing.ts'
import { formatList } from '../../../lib/format-list.ts'
import { formatMoney } from '../../../lib/format-money.ts'
import { formatNumber } from '../../../lib/format-number.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Cell, HeadCell, Row, Table, TableHead } from '../../../ui/table.tsx'
import { Coming, Problem } from '../../problems/index.ts'

const COLUMNS = 'minmax(0,1.2fr) minmax(0,1.2fr) minmax(0,1fr) repeat(4, minmax(0,1fr))'
const NARROW = 'minmax(0,1fr) auto'

/** Purchases and credits by month, after what needs attention. */
export function SummaryPanels() {
  const { t } = useLingui()
  const { data, error, refetch, isPaused } = useBillingSummary()
  if (data) return <Summary summary={data} />
  return (
    <Panel title={t`Months`} flush>
      {error ? (
        <Problem error={error} onRetry={() => void refetch()} />
      ) : (
        <Coming paused={isPaused} rows={6} />
      )}
    </Panel>
  )
}

/** Months without activity are skipped, except the current one. */
const isTold = (month: BillingSummary['months'][number], at: number) =>
  at === 0 || month.purchases > 0 || month.credits_granted > 0 || month.credits_spent > 0

function Summary({ summary }: { summary: BillingSummary }) {
  const { t, i18n } = useLingui()
  const { months, subscriptions, unsettled, disagreeing } = summary
  const number = (value: number) => formatNumber(value, i18n.locale)
  const money = (all: readonly Money[]) =>
    all.length === 0
      ? '–'
      : formatList(
          all.map((one) => formatMoney(one, i18n.locale)),
          i18n.locale,
        )
  const plans = subscriptions.map(({ plan, active, past_due }) => {
    const late = number(past_due)
    return past_due > 0 ? `${plan} ${number(active)} (${t`${late} unpaid`})` : `${plan} ${number(active)}`
  })
  return (
    <>
      {disagreeing > 0 && (
        <Banner kind="bad">
          {t({
            message: plural(disagreeing, {
              one: 'Entries, lots and balance of # account don’t match.',
              other: 'Entries, lots and balance of # accounts don’t match.',
            }),
          })}
        </Banner>
      )}
      {unsettled.length > 0 && (
        <Banner kind="warn">
          {t({
            message: plural(unsettled.length, {
              one: 'The payment provider hasn’t reported on # purchase for an hour.',
              other: 'The payment provider hasn’t reported on # purchases for an hour.',
            }),
          })}
        </Banner>
      )}
      <Panel
        title={t`Months`}
        note={plans.length > 0 ? <span translate="no">{plans.join(', ')}</span> : t`no paid plans yet`}
        flush
      >
        <Table label={t`Months`} columns={COLUMNS} narrow={NARROW}>
          <TableHead>
            <HeadCell>{t`Month (UTC)`}</HeadCell>
            <HeadCell end>{t`Revenue`}</HeadCell>
            <HeadCell end>{t`Refunded`}</HeadCell>
            <HeadCell end>{t`Purchases`}</HeadCell>
            <HeadCell end>{t`Credits sold`}</HeadCell>
            <HeadCell end>{t`Credits granted`}</HeadCell>
            <HeadCell end>{t`Credits spent`}</HeadCell>
          </TableHead>
          {months
            .filter(isTold)
            .map(({ month, revenue, refunded, purchases, credits_sold, credits_granted, credits_spent }) => (
              <Row key={month} className="last:rounded-b-sheet last:border-0">
                <Cell>
                  {new Intl.DateTimeFormat(i18n.locale, {
                    month: 'short',
                    year: 'numeric',
                    timeZone: 'UTC',
                  }).format(new Date(`${month}-01T00:00:00Z`))}
                </Cell>
                <Cell end className="font-medium">
                  {money(revenue)}
                </Cell>
                <Cell end faint className="max-sm:hidden">
                  {money(refunded)}
                </Cell>
                <Cell end className="max-sm:hidden">
                  {number(purchases)}
                </Cell>
                <Cell end className="max-sm:hidden">
                  {number(credits_sold)}
                </Cell>
                <Cell end faint className="max-sm:hidden">
                  {number(credits_granted)}
                </Cell>
                <Cell end className="max-sm:hidden">
                  {number(credits_spent)}
                </Cell>
              </Row>
            ))}
        </Table>
      </Panel>
    </>
  )
}
