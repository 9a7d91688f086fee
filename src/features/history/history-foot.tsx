import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { formatNumber } from '../../lib/format-number.ts'
import { TextButton } from '../../ui/text-button.tsx'

/** The line under the list. */
export const Foot = ({ children }: { children: ReactNode }) => (
  <footer className="border-t border-line px-4 py-2 text-small text-ink-soft md:ps-6 md:pe-5">
    {children}
  </footer>
)

type HistoryFootProps = {
  loaded: number
  count: number
  exact: boolean
  more: boolean
  /** The next page did not come. */
  onRetry?: (() => void) | undefined
}

/** How much of the list there is. */
export function HistoryFoot({ loaded, count, exact, more, onRetry }: HistoryFootProps) {
  const { t, i18n } = useLingui()
  if (onRetry)
    return (
      <Foot>
        <p role="alert">
          {t`More did not load.`} <TextButton onClick={onRetry}>{t`Try again`}</TextButton>
        </p>
      </Foot>
    )
  const here = formatNumber(loaded, i18n.locale)
  const all = formatNumber(count, i18n.locale)
  return (
    <Foot>
      <p className="flex justify-between gap-4" aria-live="polite">
        <span>
          {!more
            ? t({ message: plural(loaded, { one: '# conversion', other: '# conversions' }) })
            : exact
              ? t`${here} of ${all}. Scroll for more.`
              : t`${here} of more than ${all}. Scroll for more.`}
        </span>
        <span className="max-sm:hidden">{t`Times are of this device.`}</span>
      </p>
    </Foot>
  )
}
