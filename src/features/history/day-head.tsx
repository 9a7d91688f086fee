import { useLingui } from '@lingui/react/macro'
import { memo } from 'react'
import { dayHeading } from '../../lib/format-date.ts'
import { DayHeading } from '../../ui/day-heading.tsx'

/**
 * A day's heading. It is a table row, because a table may only contain rows. Memoized, because it
 * is sticky.
 */
export const DayHead = memo(function DayHead({ date, day }: { date: Date; day: string }) {
  const { i18n } = useLingui()
  const { name, note } = dayHeading(date, { locale: i18n.locale })
  return (
    // biome-ignore lint/a11y/useSemanticElements: a virtual list cannot be a <table>
    // biome-ignore lint/a11y/useFocusableInteractive: a heading does nothing
    <div role="row">
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      <div role="cell">
        <DayHeading name={name} note={note} day={day} />
      </div>
    </div>
  )
})
