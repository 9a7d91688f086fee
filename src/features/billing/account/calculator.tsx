import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import {
  type Plan,
  type Pricing,
  type PricingPlan,
  type Rate,
  type Spending,
  useRateCard,
} from '../../../api/billing.ts'
import { formatList } from '../../../lib/format-list.ts'
import { formatMoney } from '../../../lib/format-money.ts'
import { formatNumber } from '../../../lib/format-number.ts'
import { FamilyIcon } from '../../../ui/family-icon.tsx'
import { Input } from '../../../ui/input.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Select } from '../../../ui/select.tsx'
import { FAMILY_WORDS } from '../../convert/conversion/index.ts'
import { Coming, Problem } from '../../problems/index.ts'
import { PlanButton } from './plan-button.tsx'
import { type Basket, cheapestPlan, type Use } from './price-for.ts'

/** The number of initial rows. */
const ROWS = 6
const MOST = 9_999_999

type CalculatorProps = {
  pricing: Pricing
  offered: readonly PricingPlan[]
  current: Plan
  use: Use
  /** Usage of the last 30 days. */
  rates: Spending['rates']
}

/**
 * The price of a number of conversions per month, and the cheapest plan. Starts with the usage of
 * the last 30 days.
 */
export function Calculator(props: CalculatorProps) {
  const { t } = useLingui()
  const { data, error, refetch, isPaused } = useRateCard()
  return (
    <Panel title={t`Price calculator`} note={t`Based on your last 30 days`} flush>
      {data ? (
        <Rows {...props} card={data.items} />
      ) : error ? (
        <Problem error={error} onRetry={() => void refetch()} />
      ) : (
        <Coming paused={isPaused} rows={ROWS} />
      )}
    </Panel>
  )
}

interface Row {
  key: string
  rate: Rate
  count: number
  /** The average credits of one; the rate card's price without usage. */
  each: number
}

const keyOf = ({ family, operation }: Pick<Rate, 'family' | 'operation'>) => `${family} ${operation}`

/** Used operations by frequency, then the first ones of the rate card to fill the rows. */
function rowsOf(card: readonly Rate[], rates: Spending['rates']): Row[] {
  const used = rates
    .toSorted((one, other) => other.credits - one.credits)
    .flatMap(({ family, operation, count, credits }) => {
      const rate = card.find((one) => one.family === family && one.operation === operation)
      return rate && count > 0 ? [{ key: keyOf(rate), rate, count, each: credits / count }] : []
    })
  const families = new Set(used.map(({ rate }) => rate.family))
  const others = card
    .filter(({ family, credits }) => credits > 0 && !families.has(family) && families.add(family))
    .map((rate) => ({ key: keyOf(rate), rate, count: 0, each: rate.credits }))
  return [...used, ...others].slice(0, Math.max(ROWS, used.length))
}

function Rows({ pricing, offered, current, use, rates, card }: CalculatorProps & { card: readonly Rate[] }) {
  const { t, i18n } = useLingui()
  const [rows, setRows] = useState(() => rowsOf(card, rates))
  const number = (value: number) => formatNumber(value, i18n.locale)
  const total = Math.ceil(rows.reduce((sum, { count, each }) => sum + count * each, 0))
  const best = cheapestPlan(offered, pricing.packs, { ...use, credits: total })
  const basketWords = useBasketLabels()
  const left = card.filter((rate) => !rows.some(({ key }) => key === keyOf(rate)))
  const setCount = (key: string, count: number) =>
    setRows(rows.map((row) => (row.key === key ? { ...row, count } : row)))
  const add = (key: string) => {
    const rate = card.find((one) => keyOf(one) === key)
    if (rate) setRows([...rows, { key, rate, count: 1, each: rate.credits }])
  }
  return (
    <>
      <ul className="grid gap-0.5 px-4 py-2">
        {rows.map(({ key, rate, count, each }, at) => (
          <li key={key} className="flex min-h-9 flex-wrap items-center gap-x-2.5 gap-y-1">
            <FamilyIcon family={rate.family} />
            <span id={`rate-${at}`} className="min-w-0 flex-1 basis-20">
              {i18n._(FAMILY_WORDS[rate.family])}
              <span className="ms-1.5 text-small text-ink-soft" lang="en" translate="no">
                {rate.name}
              </span>
            </span>
            <span className="w-20 sm:w-24">
              <Input
                size={28}
                type="number"
                inputMode="numeric"
                min={0}
                max={MOST}
                aria-labelledby={`rate-${at}`}
                value={String(count)}
                onChange={({ target }) =>
                  setCount(key, Math.max(0, Math.min(MOST, Math.floor(Number(target.value)) || 0)))
                }
              />
            </span>
            <span className="w-32 text-end text-small text-ink-soft max-sm:hidden">{t`${number(each)} credits each`}</span>
            <span className="w-12 text-end font-medium sm:w-16">{number(Math.ceil(count * each))}</span>
          </li>
        ))}
        {left.length > 0 && (
          <li className="max-w-72 py-1">
            <Select
              size={28}
              label={t`Add operation`}
              placeholder={t`Add operation`}
              options={left.map((rate) => ({
                value: keyOf(rate),
                label: `${i18n._(FAMILY_WORDS[rate.family])}: ${rate.name}`,
                note: t({ message: plural(rate.credits, { one: '# credit', other: '# credits' }) }),
              }))}
              value={null}
              onChange={add}
            />
          </li>
        )}
      </ul>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-line px-4 py-3">
        <p>
          <span className="text-ink-soft">{t`Total`}</span>{' '}
          <strong className="title text-title">{number(total)}</strong>{' '}
          <span className="text-ink-soft">{t`credits per month`}</span>
        </p>
        {best && best.of.price !== null && (
          <div className="flex flex-wrap items-center gap-3">
            <p role="status">
              <span className="text-ink-soft">{t`Lowest price`}</span>{' '}
              <strong className="font-medium" translate="no">
                {basketWords(best.plan.name, best.of.packs)},{' '}
                {formatMoney({ ...best.plan.price, amount: best.of.price }, i18n.locale)}
              </strong>
            </p>
            {best.plan.code !== current.plan && (
              <span className="min-w-36">
                <PlanButton plan={best.plan} current={current} />
              </span>
            )}
          </div>
        )}
      </div>
    </>
  )
}

/** "Studio and 1 pack of 250". */
function useBasketLabels() {
  const { t, i18n } = useLingui()
  return (plan: string, packs: Basket['packs']): string =>
    formatList(
      [
        plan,
        ...packs.map(({ pack, count }) => {
          const size = formatNumber(pack.credits, i18n.locale)
          return t({ message: plural(count, { one: `# pack of ${size}`, other: `# packs of ${size}` }) })
        }),
      ],
      i18n.locale,
    )
}
