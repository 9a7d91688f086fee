import { useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, useState } from 'react'
import type { StatusDay } from '../../../api/status.ts'
import { classNames } from '../../../lib/class-names.ts'
import { useStatusLabels } from './use-status-labels.ts'

/** A problem is taller as well as colored, and a day without data is a line. */
const LOOKS: Record<StatusDay['state'], string> = {
  ok: 'h-4 bg-ok/70',
  degraded: 'h-6 bg-warn',
  down: 'h-6 bg-bad',
  unknown: 'h-0.5 bg-line-strong',
}

/** One bar per day, oldest first. The arrow keys move between days; the table says the same. */
export function DayBars({ name, days }: { name: string; days: readonly StatusDay[] }) {
  const { t } = useLingui()
  const { day: words } = useStatusLabels()
  const [at, setAt] = useState<number | null>(null)
  const day = at === null ? undefined : days[at]

  const onKeyDown = (event: KeyboardEvent) => {
    const last = days.length - 1
    const now = at ?? last
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl'
    const step = isRtl ? -1 : 1
    const moves: Record<string, number> = {
      ArrowLeft: now - step,
      ArrowRight: now + step,
      Home: 0,
      End: last,
    }
    const to = moves[event.key]
    if (event.key === 'Escape') setAt(null)
    if (to === undefined) return
    event.preventDefault()
    setAt(Math.min(last, Math.max(0, to)))
  }

  return (
    <div className="relative">
      <div
        role="application"
        aria-label={t`${name}: days. Use arrow keys to move between days.`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys go from day to day
        tabIndex={0}
        className="flex h-6 items-center rounded-mark"
        onKeyDown={onKeyDown}
        onFocus={({ currentTarget }) =>
          currentTarget.matches(':focus-visible') && setAt((now) => now ?? days.length - 1)
        }
        onBlur={() => setAt(null)}
        onPointerLeave={() => setAt(null)}
      >
        {days.map(({ date, state }, index) => (
          <span
            key={date}
            aria-hidden="true"
            className={classNames(
              'flex h-full min-w-0 flex-1 items-center pe-px',
              index === at && 'bg-accent-tint',
            )}
            onPointerEnter={() => setAt(index)}
          >
            <span className={classNames('w-full', LOOKS[state])} />
          </span>
        ))}
      </div>
      {day && at !== null && (
        <span
          role="status"
          className={classNames(
            'pointer-events-none absolute bottom-full z-(--z-tooltip) mb-1 w-max max-w-full rounded-control bg-inverse px-2 py-1 text-small text-on-inverse',
            at < days.length / 2 ? 'start-0' : 'end-0',
          )}
        >
          {words(day)}
        </span>
      )}
    </div>
  )
}
