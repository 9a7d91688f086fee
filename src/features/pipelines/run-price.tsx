import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { TextButton } from '../../ui/text-button.tsx'
import { useLabels } from './labels.ts'

type RunPriceProps = {
  /** The credits of one file; null if it cannot run. */
  each: number | null
  count: number
  balance: { remaining: number; granted: number; held: number } | undefined
  missing: number
  /** Buys the missing credits, and then runs. */
  onBuy: () => void
}

/** The price of the run and the balance after it. */
export function RunPrice({ each, count, balance, missing, onBuy }: RunPriceProps) {
  const { t } = useLingui()
  const words = useLabels()
  const total = (each ?? 0) * count
  const lacking = words.credits(missing)
  const left = balance && balance.remaining - total
  const [files, price, whole] = [words.files(count), words.credits(each), words.number(balance?.granted ?? 0)]
  const rest = words.number(left ?? 0)
  const held = words.credits(balance?.held ?? 0)
  return (
    <div className="mt-4 grid gap-1 border-t border-line pt-3" aria-live="polite">
      <p className="flex items-baseline justify-between gap-3">
        <span>
          {t`Total`}{' '}
          <span className="text-small text-ink-soft">
            {files} × {price}
          </span>
        </span>
        <span>
          <span className="title text-figure">{words.number(total)}</span>{' '}
          {t({ message: plural(total, { one: 'credit', other: 'credits' }) })}
        </span>
      </p>
      {missing > 0 ? (
        <p className="text-small font-medium text-warn">
          {t`${lacking} short. Nothing is charged and your files stay here.`}{' '}
          {(balance?.held ?? 0) > 0 && t`${held} are held by running files.`}{' '}
          <TextButton onClick={onBuy}>{t`Buy credits and run`}</TextButton>
        </p>
      ) : (
        left !== undefined && (
          <p className="flex justify-between gap-3 text-small text-ink-soft">
            <span>{t`Balance after`}</span>
            <span>{t`${rest} of ${whole}`}</span>
          </p>
        )
      )}
      <p className="text-small text-ink-soft">{t`This is the maximum. You aren’t charged for failed files.`}</p>
    </div>
  )
}
