import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { Lot } from '../../../api/billing.ts'
import { classNames } from '../../../lib/class-names.ts'
import { formatNumber } from '../../../lib/format-number.ts'

/** Shades in the order of use; from the third lot on they are the same. */
const SHADES = ['bg-ink-soft', 'bg-control', 'bg-line-strong'] as const
export const shadeOf = (at: number) => SHADES[Math.min(at, SHADES.length - 1)]

type LotBarProps = {
  lots: readonly Lot[]
  /** The remaining credits at the forecast, and the text for it. */
  forecast: { credits: number; words: string } | null
}

/** The lots of the balance in the order in which they are used. The table below says the same. */
export function LotBar({ lots, forecast }: LotBarProps) {
  const { t, i18n } = useLingui()
  const shown = lots.filter(({ remaining }) => remaining > 0)
  const total = shown.reduce((sum, { remaining }) => sum + remaining, 0)
  const all = formatNumber(total, i18n.locale)
  // Lots that are used first are first, so the remaining credits are at the end.
  const tick =
    forecast && total > 0 ? Math.max(0, Math.min(100, 100 - (100 * forecast.credits) / total)) : null
  return (
    <div className="grid gap-1">
      {forecast && tick !== null && (
        <p className="flex text-small">
          <span aria-hidden style={{ flexGrow: tick, flexBasis: 0 }} />
          <span className="flex-none">{forecast.words}</span>
          <span aria-hidden style={{ flexGrow: 100 - tick, flexBasis: 0 }} />
        </p>
      )}
      <div
        role="img"
        aria-label={t({
          message: plural(shown.length, {
            one: `${all} credits in # lot`,
            other: `${all} credits in # lots`,
          }),
        })}
        className="relative flex h-3.5 gap-px bg-sunk"
      >
        {shown.map((lot, at) => (
          <span
            key={lot.lot_id}
            className={classNames('min-w-0.5', shadeOf(at))}
            style={{ flexGrow: lot.remaining, flexBasis: 0 }}
          />
        ))}
        {tick !== null && (
          <span
            aria-hidden
            className="absolute -inset-y-[5px] -ms-px w-0.5 bg-ink"
            style={{ insetInlineStart: `${tick}%` }}
          />
        )}
      </div>
      {shown.length > 1 && (
        <p aria-hidden className="flex justify-between text-small text-ink-soft">
          <span>{t`used first`}</span>
          <span>{t`used last`}</span>
        </p>
      )}
    </div>
  )
}
