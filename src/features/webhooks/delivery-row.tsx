import { useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import type { Delivery } from '../../api/webhooks.ts'
import { formatMomentLine, formatTimeExact } from '../../lib/format-date.ts'
import { formatDuration } from '../../lib/format-duration.ts'
import { Badge } from '../../ui/badge.tsx'
import { StatusWord } from '../../ui/status-word.tsx'
import { Cell, Row } from '../../ui/table.tsx'
import { attemptsOf, deliveryStatusOf, useDeliveryLabels } from './delivery-labels.ts'
import { NextAttempt } from './next-attempt.tsx'

type DeliveryRowProps = {
  delivery: Delivery
  to: string
  selected: boolean
  /** Next to an open delivery not all columns fit. */
  compact: boolean
}

/** A delivery: its event, the last response, and what comes next. */
export function DeliveryRow({ delivery, to, selected, compact }: DeliveryRowProps) {
  const { t, i18n } = useLingui()
  const { statuses, triggers } = useDeliveryLabels()
  const { type, created_at, attempts, next_attempt_at, trigger, status } = delivery
  const last = attempts.at(-1)
  const style = { locale: i18n.locale }
  const [made, most] = [attempts.length, attemptsOf(delivery)]
  return (
    <Row selected={selected} className="py-2 max-sm:gap-y-0.5">
      <Cell faint className="text-small max-sm:col-start-2 max-sm:row-start-1 max-sm:text-end">
        <time dateTime={created_at} title={formatTimeExact(new Date(created_at), style)}>
          {formatMomentLine(new Date(created_at), style)}
        </time>
      </Cell>
      <Cell className="flex min-w-0 items-center gap-2 max-sm:col-start-1 max-sm:row-start-1">
        <Link
          data-row=""
          to={to}
          replace
          preventScrollReset
          aria-current={selected || undefined}
          translate="no"
          className="mono min-w-0 truncate text-small after:absolute after:inset-0 hover:underline focus-visible:after:focus-inset"
        >
          {type}
        </Link>
        {trigger !== 'event' && <Badge>{triggers[trigger]}</Badge>}
      </Cell>
      <Cell title={last?.error ?? undefined}>
        <StatusWord status={deliveryStatusOf(delivery)}>{statuses[status]}</StatusWord>
        {last && !compact && (
          <span className="ms-2 text-small text-ink-soft">
            {last.status_code === null ? t`no response` : `HTTP ${last.status_code}`}
          </span>
        )}
      </Cell>
      {!compact && (
        <>
          <Cell end faint className="text-small max-sm:hidden">
            {t`${made} of ${most}`}
          </Cell>
          <Cell end faint className="text-small max-sm:hidden">
            {last ? formatDuration(last.duration_ms) : '–'}
          </Cell>
        </>
      )}
      <Cell end className="text-small whitespace-nowrap">
        {next_attempt_at ? <NextAttempt at={next_attempt_at} /> : <span className="text-ink-soft">–</span>}
      </Cell>
    </Row>
  )
}
