import { useLingui } from '@lingui/react/macro'
import type { WebhookStats } from '../../../api/webhooks.ts'
import { classNames } from '../../../lib/class-names.ts'
import type { Bars } from './bars.ts'
import { classOf, READ } from './series.ts'
import { useFigureLabels } from './use-figure-labels.ts'

type LegendProps = { bars: Bars; total: WebhookStats; active: number | null }

/** The legend, with the numbers of the active bar, or of all bars. */
export function Legend({ bars, total, active }: LegendProps) {
  const { t } = useLingui()
  const { number, words, period, when } = useFigureLabels(bars)
  const bar = active === null ? undefined : bars.bars[active]
  const shown = bar ?? total
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 pt-4 pb-3 text-small text-ink-soft">
      <span
        className={classNames(
          'flex min-h-6 items-center font-strong text-ink max-sm:basis-full',
          bars.step === 'hour' ? 'min-w-42' : 'min-w-20',
        )}
      >
        {bar ? when(bar) : t`All ${period}`}
      </span>
      {READ.map((name) => (
        <span key={name} className="flex min-h-6 items-center gap-1.5">
          <span className={classNames('size-2.5', classOf(name))} />
          {words[name]} {/* As wide as its widest value, so that the layout does not shift between bars. */}
          <span
            className="inline-block font-strong text-ink"
            style={{ minWidth: `${number(total[name]).length}ch` }}
          >
            {number(shown[name])}
          </span>
        </span>
      ))}
    </div>
  )
}
