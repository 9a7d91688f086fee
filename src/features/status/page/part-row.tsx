import { useLingui } from '@lingui/react/macro'
import { CircleCheckIcon, CircleDashedIcon, type LucideIcon, TriangleAlertIcon } from 'lucide-react'
import type { PartStatus } from '../../../api/status.ts'
import { classNames } from '../../../lib/class-names.ts'
import { formatMoment } from '../../../lib/format-date.ts'
import { serverText } from '../../../lib/server-text.ts'
import { CircleAlertIcon } from '../../../ui/one-path.ts'
import { DayBars } from './day-bars.tsx'
import { useStatusLabels } from './use-status-labels.ts'

const LOOKS: Record<PartStatus['state'], [icon: LucideIcon, icons: string, word: string]> = {
  ok: [CircleCheckIcon, 'text-ok', 'text-ink-soft'],
  degraded: [TriangleAlertIcon, 'text-warn', 'font-medium text-warn'],
  down: [CircleAlertIcon, 'text-bad', 'font-medium text-bad'],
  unknown: [CircleDashedIcon, 'text-ink-faint', 'text-ink-soft'],
}

/** A part: its state with an explanation, its 90 days, and its downtime. */
export function PartRow({ part }: { part: PartStatus }) {
  const { t, i18n } = useLingui()
  const { state, meaning, minutes } = useStatusLabels()
  const [Icon, icons, word] = LOOKS[part.state]
  const name = serverText(i18n, part.name)
  const down = part.days.reduce((sum, { minutes_down }) => sum + minutes_down, 0)
  const lost = minutes(down)
  const since = part.since && formatMoment(new Date(part.since), { locale: i18n.locale })
  return (
    <li className="grid grid-cols-[16px_minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 border-b border-line px-4 py-2 lg:grid-cols-[16px_minmax(0,320px)_minmax(0,1fr)_120px]">
      <Icon className={classNames('size-4', icons)} />
      <div className="min-w-0">
        <div className="flex flex-wrap items-baseline gap-x-2">
          <h3 className="font-medium">{name}</h3>
          <span className={word}>{state(part.state)}</span>
          {(part.state === 'degraded' || part.state === 'down') && since && (
            <span className="text-small text-ink-soft">{t`since ${since}`}</span>
          )}
        </div>
        <p className="text-small text-ink-soft">{meaning(part)}</p>
      </div>
      <div className="max-lg:order-last max-lg:col-span-3">
        <DayBars name={name} days={part.days} />
      </div>
      <p className="text-end text-small text-ink-soft">{down > 0 ? t`${lost} down` : t`No downtime`}</p>
    </li>
  )
}
