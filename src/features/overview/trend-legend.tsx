import { useLingui } from '@lingui/react/macro'
import type { UsageTrend } from '../../api/usage.ts'
import { classNames } from '../../lib/class-names.ts'
import type { Family } from '../../lib/families.ts'
import { useTrendLabels } from './use-trend-labels.ts'

type TrendLegendProps = {
  trend: UsageTrend
  families: readonly Family[]
  /** The index of the active bar; null for the totals. */
  active: number | null
  family: Family | null
  onFamily: (family: Family | null) => void
}

/** The colors, and the numbers of the active bar. Clicking a family filters by it. */
export function TrendLegend({ trend, families, active, family, onFamily }: TrendLegendProps) {
  const { t } = useLingui()
  const { number, word, period, bar } = useTrendLabels(trend)
  const row = active === null ? undefined : trend.rows[active]
  const shown = row ?? trend.total
  const before = row ? row.previous : trend.previous
  // As wide as its widest value, so that the layout does not shift between bars.
  const figure = (value: number, most: number) => (
    <span className="inline-block font-strong text-ink" style={{ minWidth: `${number(most).length}ch` }}>
      {number(value)}
    </span>
  )
  return (
    <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1 px-4 pt-4 pb-3 text-small text-ink-soft">
      <span
        className={classNames(
          'flex min-h-6 items-center font-strong text-ink',
          trend.step === 'week' ? 'min-w-32' : 'min-w-18',
        )}
      >
        {row ? bar(row) : t`All ${period}`}
      </span>
      {families.map((one) => (
        <button
          key={one}
          type="button"
          data-family={one}
          aria-pressed={family === one}
          onClick={() => onFamily(family === one ? null : one)}
          className={classNames(
            'flex min-h-6 items-center gap-1.5 rounded-mark px-1 -mx-1 hover:bg-hover touch:min-h-(--size-touch)',
            family === one && 'bg-accent-tint text-accent',
            family && family !== one && 'text-ink-faint',
          )}
        >
          <span
            className={classNames(
              'size-2.5',
              family && family !== one ? 'border border-(--family)' : 'bg-(--family)',
            )}
          />
          {word(one)} {figure(shown.families[one], trend.total.families[one])}
        </button>
      ))}
      <span>
        {t`Failed`} {figure(shown.failed, trend.total.failed)}
      </span>
      <span className="flex items-center gap-1.5 sm:ms-auto">
        <span className="h-0.5 w-4 bg-ink" />
        {t`Previous ${period}`} {figure(before.conversions, trend.previous.conversions)}
      </span>
    </div>
  )
}
