import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, useState } from 'react'
import type { WebhookStats } from '../../api/webhooks.ts'
import { classNames } from '../../lib/class-names.ts'
import { formatTime } from '../../lib/format-date.ts'

type Hour = WebhookStats['series'][number]

/** The height of the highest bar in pixels. */
const HEIGHT = 24

const countOf = ({ succeeded, failed, pending }: Hour) => succeeded + failed + pending

/** Deliveries by hour, with failures in red at the bottom. The numbers next to it say the same. */
export function Sparkline({ name, series }: { name: string; series: readonly Hour[] }) {
  const { t, i18n } = useLingui()
  const [at, setAt] = useState<number | null>(null)
  const most = Math.max(1, ...series.map(countOf))
  const hour = at === null ? undefined : series[at]

  const textOf = ({ at, succeeded, failed, pending }: Hour) => {
    const time = formatTime(new Date(at), { locale: i18n.locale })
    const parts = [
      t({ message: plural(succeeded, { one: '# delivered', other: '# delivered' }) }),
      ...(failed > 0 ? [t({ message: plural(failed, { one: '# failed', other: '# failed' }) })] : []),
      ...(pending > 0 ? [t({ message: plural(pending, { one: '# pending', other: '# pending' }) })] : []),
    ].join(', ')
    return t`From ${time}: ${parts}`
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const last = series.length - 1
    const now = at ?? last
    const backward = getComputedStyle(event.currentTarget).direction === 'rtl' ? 'ArrowRight' : 'ArrowLeft'
    const moves: Record<string, number> = { ArrowLeft: now + 1, ArrowRight: now + 1, Home: 0, End: last }
    moves[backward] = now - 1
    const to = moves[event.key]
    if (to === undefined) return
    event.preventDefault()
    event.stopPropagation()
    setAt(Math.min(last, Math.max(0, to)))
  }

  return (
    <div className="relative inline-block align-middle">
      <div
        role="application"
        aria-label={t`Deliveries by hour: ${name}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys go from hour to hour
        tabIndex={0}
        className="flex h-6 items-end gap-px rounded-mark"
        onKeyDown={onKeyDown}
        onFocus={({ currentTarget }) =>
          currentTarget.matches(':focus-visible') && setAt((now) => now ?? series.length - 1)
        }
        onBlur={() => setAt(null)}
        onPointerLeave={() => setAt(null)}
      >
        {series.map((one, index) => (
          <HourBar key={one.at} hour={one} most={most} active={index === at} onEnter={() => setAt(index)} />
        ))}
      </div>
      {hour && (
        <span
          role="status"
          className="pointer-events-none absolute start-0 bottom-full z-(--z-tooltip) mb-1 w-max rounded-control bg-inverse px-2 py-1 text-small text-on-inverse"
        >
          {textOf(hour)}
        </span>
      )}
    </div>
  )
}

type HourBarProps = { hour: Hour; most: number; active: boolean; onEnter: () => void }

function HourBar({ hour, most, active, onEnter }: HourBarProps) {
  const count = countOf(hour)
  const height = count === 0 ? 1 : Math.max(3, Math.round((HEIGHT * count) / most))
  const failed = hour.failed === 0 ? 0 : Math.max(2, Math.round((height * hour.failed) / count))
  return (
    <span
      aria-hidden="true"
      className={classNames('flex h-full w-1 items-end', active && 'bg-accent-tint')}
      onPointerEnter={onEnter}
    >
      <span
        className={classNames(
          'flex w-full flex-col justify-end',
          count === 0 ? 'bg-line-strong' : 'bg-ink-soft',
        )}
        style={{ height }}
      >
        {failed > 0 && <span className="bg-bad" style={{ height: failed }} />}
      </span>
    </span>
  )
}
