import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { formatNumber } from '../../lib/format-number.ts'
import { ListFoot } from '../../ui/list-foot.tsx'
import { TextButton } from '../../ui/text-button.tsx'

/** What a list knows of what is not loaded. */
export interface More {
  count: number
  exact: boolean
  more: boolean
  onMore: () => void
  /** The next page did not come. */
  onRetry?: (() => void) | undefined
}

type MoreFootProps = Omit<More, 'onMore'> & { loaded: number; says?: string }

/** How much of a list there is. */
export function MoreFoot({ loaded, count, exact, more, onRetry, says }: MoreFootProps) {
  const { t, i18n } = useLingui()
  const here = formatNumber(loaded, i18n.locale)
  const all = formatNumber(count, i18n.locale)
  return (
    <ListFoot>
      {onRetry ? (
        <p role="alert">
          {t`More did not load.`} <TextButton onClick={onRetry}>{t`Try again`}</TextButton>
        </p>
      ) : (
        <p className="flex justify-between gap-4" aria-live="polite">
          <span>
            {more
              ? exact
                ? t`${here} of ${all}. Scroll for more.`
                : t`${here} of more than ${all}. Scroll for more.`
              : (says ?? t({ message: plural(loaded, { one: '# pipeline', other: '# pipelines' }) }))}
          </span>
          <span className="max-sm:hidden">{t`Times are of this device.`}</span>
        </p>
      )}
    </ListFoot>
  )
}
