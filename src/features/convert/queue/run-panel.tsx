import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { formatNumber } from '../../../lib/format-number.ts'
import { NextRun } from '../../../ui/next-run.tsx'
import { StatusWord } from '../../../ui/status-word.tsx'
import type { ConvertRow } from './rows.ts'
import { RunNextStep } from './run-next-step.tsx'
import { usePrice } from './use-price.ts'
import { MAX_LINES, useRunLines } from './use-run-lines.ts'

/** The next run with its price, before it starts. */
export function RunPanel({ rows }: { rows: ConvertRow[] }) {
  const { t, i18n } = useLingui()
  const price = usePrice(rows)
  const { ready, count, total, left, granted: all, missing } = price
  const lines = useRunLines(ready)
  const more = lines.length - MAX_LINES
  const number = (value: number) => formatNumber(value, i18n.locale)
  const granted = number(all)
  const after = number((left ?? 0) - total)
  const now = number(left ?? 0)

  return (
    <NextRun
      lines={lines.slice(0, MAX_LINES)}
      {...(missing > 0 && { result: <StatusWord status="warning">{t`Not enough credits`}</StatusWord> })}
      {...(count === 0
        ? { note: t`Nothing queued. Add files, or pick a new format for a finished one.` }
        : more > 0 && { note: t({ message: plural(more, { one: 'and # more', other: 'and # more' }) }) })}
      total={number(total)}
      unit={t({ message: plural(total, { one: 'credit', other: 'credits' }) })}
      {...(missing > 0
        ? { left: t`${now} of ${granted}`, missing: number(missing) }
        : {
            balanceAfter: left === null ? '–' : t`${after} of ${granted}`,
            promise: t`You never pay more than quoted. Failed conversions aren’t charged.`,
          })}
      action={<RunNextStep price={price} />}
    />
  )
}
