import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import { useCredits } from '../../api/convert.ts'
import { useForecast } from '../../api/usage.ts'
import { dayOf, formatDate } from '../../lib/format-date.ts'
import { formatNumber } from '../../lib/format-number.ts'
import { useIdle } from '../../lib/use-idle.ts'
import { paths } from '../../paths.ts'
import { SidebarCredits } from '../../ui/sidebar.tsx'
import { useMay } from '../businesses/acting/index.ts'
import { closeOverlay } from './shell-store.ts'

/** The available credits. Guests have no ledger, so their credits link to the history. */
export function CreditsRow() {
  const { t, i18n } = useLingui()
  const may = useMay()
  const { data: credits } = useCredits()
  const remaining = credits?.remaining ?? 0
  const granted = credits?.granted ?? 0
  const held = credits?.held ?? 0
  const idle = useIdle()
  const lasts = useForecast(may('usage:read') && idle)?.credits_last_until
  const day = lasts ? formatDate(dayOf(lasts), { locale: i18n.locale }) : null
  const note = !credits
    ? ' '
    : held > 0
      ? t({ message: plural(held, { one: '# held by running files', other: '# held by running files' }) })
      : credits.anonymous
        ? t`Free, no account needed`
        : remaining <= 0
          ? t`No credits left`
          : day
            ? t`Lasts until about ${day}`
            : t`Failed conversions aren’t charged`
  const all = formatNumber(granted, i18n.locale)
  return (
    <SidebarCredits
      label={t`Credits`}
      now={credits ? formatNumber(remaining, i18n.locale) : '–'}
      of={credits ? t`of ${all}` : ''}
      percent={granted > 0 ? (100 * remaining) / granted : 0}
      note={note}
      render={
        <Link to={!credits || credits.anonymous ? paths.history() : paths.billing()} onClick={closeOverlay} />
      }
    />
  )
}
