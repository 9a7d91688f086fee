import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Webhook } from '../../api/webhooks.ts'
import { classNames } from '../../lib/class-names.ts'
import { formatDuration } from '../../lib/format-duration.ts'
import { formatNumber } from '../../lib/format-number.ts'
import { hostOf, stateOf, sumOf } from './state.ts'
import { useRate } from './use-labels.ts'

/** The totals of all webhooks in the last 24 hours. */
export function Sums({ webhooks }: { webhooks: readonly Webhook[] }) {
  const { t, i18n } = useLingui()
  const rate = useRate()
  const { succeeded, failed, pending, slowest } = sumOf(webhooks)
  const number = (value: number) => formatNumber(value, i18n.locale)
  const ended = succeeded + failed
  const all = number(ended)
  const share = rate(ended === 0 ? null : succeeded / ended)
  const disabled = webhooks.filter((one) => stateOf(one) === 'disabled').length
  return (
    <dl className="grid grid-cols-2 rounded-sheet border border-line-strong bg-surface md:grid-cols-4">
      <Sum name={t`Delivered, 24 hours`} figure={number(succeeded)}>
        {ended > 0 ? t`of ${all}, ${share}` : t`no deliveries`}
      </Sum>
      <Sum name={t`Pending`} figure={number(pending)}>
        {pending > 0 && t`waiting for the next attempt`}
      </Sum>
      <Sum name={t`Failed, 24 hours`} figure={number(failed)} bad={failed > 0}>
        {disabled > 0 &&
          t({ message: plural(disabled, { one: '# webhook disabled', other: '# webhooks disabled' }) })}
      </Sum>
      <Sum
        name={t`Slowest median`}
        figure={slowest?.stats.median_ms == null ? '–' : formatDuration(slowest.stats.median_ms)}
      >
        {slowest?.stats.median_ms != null && (
          <span translate="no" className="wrap-anywhere">
            {hostOf(slowest.url)}
          </span>
        )}
      </Sum>
    </dl>
  )
}

type SumProps = { name: string; figure: string; bad?: boolean; children: ReactNode }

const Sum = ({ name, figure, bad = false, children }: SumProps) => (
  <div className="min-w-0 border-line px-4 py-3 not-first:border-s max-md:odd:border-s-0 max-md:nth-[n+3]:border-t">
    <dt className="text-small text-ink-soft">{name}</dt>
    <dd className="flex flex-wrap items-baseline gap-x-1.5">
      <span className={classNames('title text-title', bad && 'text-bad')}>{figure}</span>
      <span className="min-w-0 text-small text-ink-soft">{children}</span>
    </dd>
  </div>
)
