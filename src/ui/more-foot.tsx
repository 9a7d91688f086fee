import { useLingui } from '@lingui/react/macro'
import { formatNumber } from '../lib/format-number.ts'
import { ListFoot } from './list-foot.tsx'
import { TextButton } from './text-button.tsx'

/** What a list knows about rows that are not loaded. */
export interface More {
  count: number
  exact: boolean
  more: boolean
  onMore: () => void
  /** Set if the next page failed to load. */
  onRetry?: (() => void) | undefined
}

type MoreFootProps = Omit<More, 'onMore'> & {
  loaded: number
  /** The text when everything is loaded: "12 links". */
  says: string
  note: string
}

/** Shows how much of a list is loaded. */
export function MoreFoot({ loaded, count, exact, more, onRetry, says, note }: MoreFootProps) {
  const { t, i18n } = useLingui()
  const here = formatNumber(loaded, i18n.locale)
  const all = formatNumber(count, i18n.locale)
  return (
    <ListFoot>
      {onRetry ? (
        <MoreLost onRetry={onRetry} />
      ) : (
        <p className="flex justify-between gap-4" aria-live="polite">
          <span>{!more ? says : exact ? t`${here} of ${all}` : t`${here} of more than ${all}`}</span>
          <span className="max-sm:hidden">{note}</span>
        </p>
      )}
    </ListFoot>
  )
}

/** Shown if the next page failed to load. */
export function MoreLost({ onRetry }: { onRetry: () => void }) {
  const { t } = useLingui()
  return (
    <p role="alert">
      {t`More entries could not be loaded.`} <TextButton onClick={onRetry}>{t`Retry`}</TextButton>
    </p>
  )
}
