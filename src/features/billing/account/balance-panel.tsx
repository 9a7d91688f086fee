import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import { type Balance, type Lot, useBillingSettings } from '../../../api/billing.ts'
import { useUsageSummary } from '../../../api/usage.ts'
import { classNames } from '../../../lib/class-names.ts'
import { dayOf, formatDate } from '../../../lib/format-date.ts'
import { formatNumber } from '../../../lib/format-number.ts'
import { paths } from '../../../paths.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Cell, HeadCell, Row, Table, TableHead } from '../../../ui/table.tsx'
import { useMay } from '../../businesses/acting/index.ts'
import { forecastOf } from './forecast.ts'
import { useLotName } from './labels.ts'
import { LotBar, shadeOf } from './lot-bar.tsx'

const COLUMNS = 'minmax(0,1.4fr) 64px 72px 72px minmax(0,1fr)'
const NARROW = 'minmax(0,1fr) auto'

/** Rows of the table; further lots are summarized in the last row. */
const MOST_LOTS = 8

/** The balance with its lots, in the order in which they are used. */
export function BalancePanel({ balance }: { balance: Balance }) {
  const { t, i18n } = useLingui()
  const { available, held, lots } = balance
  const forecast = useForecast(available)
  const isOwed = available < 0
  const shown = lots.slice(0, MOST_LOTS)
  const more = lots.slice(MOST_LOTS)
  return (
    <Panel
      title={t`Balance`}
      note={t`Used in this order, earliest expiry first`}
      actions={
        <Link to={paths.billing('ledger')} className="link">
          {t`Open ledger`}
        </Link>
      }
      flush
    >
      <div className="grid gap-2 p-4">
        <p className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span>
            <strong className={classNames('title text-display', isOwed && 'text-bad')}>
              {formatNumber(available, i18n.locale)}
            </strong>{' '}
            <span className="text-ink-soft">
              {t({ message: plural(available, { one: 'credit', other: 'credits' }) })}
            </span>
          </span>
          {held > 0 && (
            <span className="text-ink-soft">
              {t({
                message: plural(held, {
                  one: '# more held by running files',
                  other: '# more held by running files',
                }),
              })}
            </span>
          )}
        </p>
        <LotBar lots={lots} forecast={isOwed ? null : forecast} />
        {isOwed && (
          <p className="text-bad">
            {t`A payment was refunded or disputed after its credits were spent. New credits cover this balance first.`}
          </p>
        )}
      </div>
      {lots.length > 0 && (
        <Table label={t`Lots`} columns={COLUMNS} narrow={NARROW} className="border-t border-line">
          <TableHead>
            <HeadCell>{t`Lot`}</HeadCell>
            <HeadCell>
              <span className="sr-only">{t`Order used`}</span>
            </HeadCell>
            <HeadCell end>{t`Remaining`}</HeadCell>
            <HeadCell end>{t`Total`}</HeadCell>
            <HeadCell>
              <span className="ps-4">{t`Ends`}</span>
            </HeadCell>
          </TableHead>
          {shown.map((lot, at) => (
            <LotRow key={lot.lot_id} lot={lot} at={at} last={at === lots.length - 1} />
          ))}
          {more.length > 0 && (
            <Row size="settings">
              <Cell faint>
                {t({ message: plural(more.length, { one: '# more lot', other: '# more lots' }) })}
              </Cell>
              <Cell />
              <Cell end className="font-medium max-sm:justify-self-end">
                {formatNumber(
                  more.reduce((sum, { remaining }) => sum + remaining, 0),
                  i18n.locale,
                )}
              </Cell>
            </Row>
          )}
        </Table>
      )}
    </Panel>
  )
}

/** The forecast for the end of the month, by the rate of the last days. */
function useForecast(available: number) {
  const { t, i18n } = useLingui()
  const { data } = useUsageSummary()
  const may = useMay()
  const limit = useBillingSettings(may('billing:read')).data
  if (!data) return null
  const { credits_at_month_end, month_end } = data.forecast
  if (credits_at_month_end === null) return null
  const { credits, isLimited } = forecastOf(available, credits_at_month_end, limit)
  const left = formatNumber(credits, i18n.locale)
  const day = formatDate(dayOf(month_end), { locale: i18n.locale })
  return {
    credits,
    words: isLimited
      ? t`${left} left on ${day}, when the spend limit is reached`
      : t`About ${left} left on ${day}`,
  }
}

function LotRow({ lot, at, last }: { lot: Lot; at: number; last: boolean }) {
  const { t, i18n } = useLingui()
  const name = useLotName()(lot)
  const { remaining, credits, expires_at, lot_id } = lot
  const ends = expires_at && formatDate(new Date(expires_at), { locale: i18n.locale })
  const begun = formatDate(new Date(lot.created_at), { locale: i18n.locale })
  return (
    <Row size="settings" className="last:rounded-b-sheet last:border-0 max-sm:py-2">
      <Cell>
        <span className="flex min-w-0 items-center gap-2">
          <span aria-hidden className={classNames('size-2.5 flex-none', shadeOf(at))} />
          <Link
            to={paths.billing('ledger', { lot: lot_id })}
            className="truncate hover:underline"
            translate="no"
          >
            {name}
          </Link>
          <span className="flex-none text-small text-ink-soft max-sm:hidden">{begun}</span>
        </span>
      </Cell>
      <Cell className="max-sm:justify-self-end">
        {at === 0 ? (
          <Badge tone="accent">{t`In use`}</Badge>
        ) : at === 1 ? (
          <Badge>{t`Next`}</Badge>
        ) : last ? (
          <Badge>{t`Last`}</Badge>
        ) : null}
      </Cell>
      <Cell end className={classNames('font-medium max-sm:order-last', remaining < 0 && 'text-bad')}>
        {formatNumber(remaining, i18n.locale)}
      </Cell>
      <Cell end faint className="max-sm:hidden">
        {formatNumber(credits, i18n.locale)}
      </Cell>
      <Cell faint className="ps-4 max-sm:ps-0">
        {ends ? t`Expires ${ends}` : t`Never expires`}
      </Cell>
    </Row>
  )
}
