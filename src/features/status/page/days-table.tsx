import { useLingui } from '@lingui/react/macro'
import type { PartStatus } from '../../../api/status.ts'
import { classNames } from '../../../lib/class-names.ts'
import { serverText } from '../../../lib/server-text.ts'
import { useStatusLabels } from './use-status-labels.ts'

/** The table alternative of the bars: one row per day, newest first. */
export function DaysTable({ parts }: { parts: readonly PartStatus[] }) {
  const { t, i18n } = useLingui()
  const { dayName, dayState } = useStatusLabels()
  const dates = parts[0]?.days.map(({ date }) => date).toReversed() ?? []
  const days = new Map(parts.map(({ part, days }) => [part, new Map(days.map((day) => [day.date, day]))]))
  return (
    <section
      aria-label={t`Days, table`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll it
      tabIndex={0}
      className="max-h-96 overflow-auto focus-visible:focus-inset"
    >
      <table className="w-full text-small whitespace-nowrap">
        <caption className="sr-only">{t`State of each part on each of the last 90 days`}</caption>
        <thead className="sticky top-0 z-1 bg-surface text-ink-soft shadow-[0_1px_0_var(--color-line-strong)]">
          <tr className="h-8">
            <th scope="col" className="px-2 ps-4 text-start font-regular">{t`Day (UTC)`}</th>
            {parts.map(({ part, name }) => (
              <th key={part} scope="col" className="px-2 text-start font-regular last:pe-4">
                {serverText(i18n, name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {dates.map((date) => (
            <tr key={date} className="h-8 border-b border-line">
              <th scope="row" className="ps-4 pe-2 text-start font-regular">
                {dayName({ date })}
              </th>
              {parts.map(({ part }) => {
                const day = days.get(part)?.get(date)
                return (
                  <td
                    key={part}
                    className={classNames(
                      'px-2 last:pe-4',
                      day?.state === 'down' && 'font-medium text-bad',
                      day?.state === 'degraded' && 'font-medium text-warn',
                      day?.state === 'unknown' && 'text-ink-faint',
                    )}
                  >
                    {day && dayState(day)}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
