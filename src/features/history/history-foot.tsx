import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { formatNumber } from '../../lib/format-number.ts'
import { ListFoot } from '../../ui/list-foot.tsx'
import { TextButton } from '../../ui/text-button.tsx'

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
      <ListFoot>
        <p role="alert">
          {t`More did not load.`} <TextButton onClick={onRetry}>{t`Try again`}</TextButton>
        </p>
      </ListFoot>
    )
  const here = formatNumber(loaded, i18n.locale)
  const all = formatNumber(count, i18n.locale)
  return (
    <ListFoot>
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
    </ListFoot>
  )
}
