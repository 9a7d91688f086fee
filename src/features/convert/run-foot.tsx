import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { formatNumber } from '../../lib/format-number.ts'
import type { ConvertRow } from './rows.ts'
import { RunWayOn } from './run-way-on.tsx'
import { usePrice } from './use-price.ts'

/** The next run on a phone: its price and its button stay at the foot while the list scrolls. */
export function RunFoot({ rows }: { rows: ConvertRow[] }) {
  const { t, i18n } = useLingui()
  const run = usePrice(rows)
  const { count, total, missing } = run
  const price = formatNumber(total, i18n.locale)
  const lacking = formatNumber(missing, i18n.locale)
  if (count === 0) return null
  return (
    <div
      data-page-foot=""
      className="sticky bottom-0 mt-auto z-(--z-bar) grid gap-2 border-t border-line-strong bg-surface px-4 py-3 sm:hidden"
    >
      <p className="flex items-baseline justify-between gap-3">
        <span className="text-ink-soft">
          {t({ message: plural(count, { one: 'Next run, # file', other: 'Next run, # files' }) })}
        </span>
        <span>
          <span className="title text-title">{price}</span>{' '}
          {t({ message: plural(total, { one: 'credit', other: 'credits' }) })}
          {missing > 0 && <span className="text-small font-medium text-warn">, {t`${lacking} missing`}</span>}
        </span>
      </p>
      <RunWayOn price={run} />
    </div>
  )
}
