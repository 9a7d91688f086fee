import { useLingui } from '@lingui/react/macro'
import type { StatusIncident } from '../../../api/status.ts'
import { classNames } from '../../../lib/class-names.ts'
import { formatDateTime } from '../../../lib/format-date.ts'
import { useStatusLabels } from './use-status-labels.ts'

/** Incidents of the last 90 days, newest first. */
export function Incidents({ incidents }: { incidents: readonly StatusIncident[] }) {
  const { t } = useLingui()
  return (
    <section className="min-w-0">
      <h2 className="title px-1 pb-2 text-lead">{t`Incidents`}</h2>
      {incidents.length === 0 && <p className="px-1 text-ink-soft">{t`No incidents in the last 90 days.`}</p>}
      <ul>
        {incidents.map((one) => (
          <IncidentRow key={`${one.part} ${one.since}`} incident={one} />
        ))}
      </ul>
    </section>
  )
}

function IncidentRow({ incident: { since, until, ...rest } }: { incident: StatusIncident }) {
  const { t, i18n } = useLingui()
  const { incident, lasted } = useStatusLabels()
  const { title, affected } = incident({ since, until, ...rest })
  return (
    <li className="grid gap-x-4 border-b border-line px-1 py-2 sm:grid-cols-[144px_minmax(0,1fr)_104px]">
      <time dateTime={since} className="text-ink-soft">
        {formatDateTime(new Date(since), { locale: i18n.locale })}
      </time>
      <p>
        <span className="font-medium">{title}.</span> {affected}
      </p>
      <p className={classNames('sm:text-end', until === null ? 'font-medium' : 'text-ink-soft')}>
        {until === null ? t`Ongoing` : lasted(since, until)}
      </p>
    </li>
  )
}
