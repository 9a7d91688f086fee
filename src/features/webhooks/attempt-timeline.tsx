import { useLingui } from '@lingui/react/macro'
import { CheckIcon, ClockIcon } from 'lucide-react'
import type { Delivery } from '../../api/webhooks.ts'
import { classNames } from '../../lib/class-names.ts'
import { formatMomentLine, formatTimeExact } from '../../lib/format-date.ts'
import { formatDuration } from '../../lib/format-duration.ts'
import { CircleAlertIcon } from '../../ui/one-path.ts'
import { attemptsOf } from './delivery-labels.ts'
import { NextAttempt } from './next-attempt.tsx'

type AttemptTimelineProps = { delivery: Delivery; shown: number; onShow: (at: number) => void }

/**
 * The attempts in order, each a button that shows its response; then the next one, with a
 * countdown.
 */
export function AttemptTimeline({ delivery, shown, onShow }: AttemptTimelineProps) {
  const { t, i18n } = useLingui()
  const { attempts, next_attempt_at } = delivery
  const style = { locale: i18n.locale }
  const most = attemptsOf(delivery)
  const next = attempts.length + 1
  const after = most - next
  return (
    <ol className="grid" aria-label={t`Attempts`}>
      {attempts.map(({ at, status_code, error, duration_ms }, index) => {
        const time = new Date(at)
        const Icon = error === null ? CheckIcon : CircleAlertIcon
        return (
          <li key={at} className="relative">
            <button
              type="button"
              aria-pressed={index === shown}
              onClick={() => onShow(index)}
              className={classNames(
                'grid min-h-9 w-full grid-cols-[16px_minmax(0,1fr)_auto] items-baseline gap-x-2.5 px-4 py-2 text-start max-sm:grid-cols-[16px_minmax(0,1fr)] focus-visible:focus-inset touch:min-h-11',
                'before:absolute before:inset-y-0 before:start-0 before:w-(--spine)',
                index === shown ? 'bg-accent-tint before:bg-accent' : 'hover:bg-hover',
              )}
            >
              <Icon className={classNames('size-3.5 self-center', error === null ? 'text-ok' : 'text-bad')} />
              <span className="min-w-0 wrap-anywhere">
                <span className={classNames('font-medium', error !== null && 'text-bad')}>
                  {status_code === null ? t`No response` : `HTTP ${status_code}`}
                </span>
                {error !== null && <span className="ms-2 text-small text-ink-soft">{error}</span>}
              </span>
              <span className="text-end text-small text-ink-soft max-sm:col-start-2 max-sm:text-start">
                <time dateTime={at} title={formatMomentLine(time, style)}>
                  {formatTimeExact(time, style)}
                </time>
                <span className="ms-2">{formatDuration(duration_ms)}</span>
              </span>
            </button>
          </li>
        )
      })}
      {next_attempt_at && (
        <li className="grid min-h-9 grid-cols-[16px_minmax(0,1fr)_auto] items-center gap-x-2.5 px-4 py-1.5 max-sm:grid-cols-[16px_minmax(0,1fr)]">
          <ClockIcon className="size-3.5 text-ink-faint" />
          <span>
            <span className="font-medium">{t`Attempt ${next} of ${most}`}</span>
            {after > 0 && (
              <span className="ms-2 text-small text-ink-soft">{t`${after} more after that`}</span>
            )}
          </span>
          <span className="text-end text-small max-sm:col-start-2 max-sm:text-start">
            <NextAttempt at={next_attempt_at} />
            <time dateTime={next_attempt_at} className="ms-2 text-ink-soft">
              {formatTimeExact(new Date(next_attempt_at), style)}
            </time>
          </span>
        </li>
      )}
    </ol>
  )
}
