import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useCallback } from 'react'
import { formatNumber } from '../../../lib/format-number.ts'
import type { ConvertRow } from './rows.ts'
import { RunLosses } from './run-losses.tsx'
import { RunNextStep } from './run-next-step.tsx'
import { usePrice } from './use-price.ts'

/** The next run on phones: its price and button stay at the bottom while the list scrolls. */
export function RunFoot({ rows }: { rows: ConvertRow[] }) {
  const foot = useRoomForToasts()
  const { t, i18n } = useLingui()
  const run = usePrice(rows)
  const { ready, count, total, missing } = run
  const price = formatNumber(total, i18n.locale)
  const lacking = formatNumber(missing, i18n.locale)
  if (count === 0) return null
  return (
    <div
      ref={foot}
      className="sticky bottom-0 mt-auto z-(--z-bar) grid gap-2 border-t border-line-strong bg-surface px-4 py-3 sm:hidden"
    >
      <p className="flex items-baseline justify-between gap-3">
        <span className="text-ink-soft">
          {t({ message: plural(count, { one: 'Next batch, # file', other: 'Next batch, # files' }) })}
        </span>
        <span>
          <span className="title text-title">{price}</span>{' '}
          {t({ message: plural(total, { one: 'credit', other: 'credits' }) })}
          {missing > 0 && <span className="text-small font-medium text-warn">, {t`${lacking} short`}</span>}
        </span>
      </p>
      <RunLosses ready={ready} />
      <RunNextStep price={run} />
    </div>
  )
}

/** Keeps toasts above the button, whatever the height of the footer and of what is below it. */
function useRoomForToasts() {
  return useCallback((foot: HTMLElement | null) => {
    const { style } = document.documentElement
    if (!foot) return
    const measure = () => {
      const { top, height } = foot.getBoundingClientRect()
      if (height > 0) style.setProperty('--toast-foot', `${Math.round(innerHeight - top) + 8}px`)
      else style.removeProperty('--toast-foot')
    }
    const observer = new ResizeObserver(measure)
    observer.observe(foot)
    // It moves without a resize when an element appears below the page.
    observer.observe(foot.closest('main') ?? foot)
    return () => {
      observer.disconnect()
      style.removeProperty('--toast-foot')
    }
  }, [])
}
