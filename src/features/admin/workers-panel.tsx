import { useLingui } from '@lingui/react/macro'
import type { AdminOverview } from '../../api/admin.ts'
import { dayOf, formatDate, formatMoment } from '../../lib/format-date.ts'
import { Badge } from '../../ui/badge.tsx'
import { Panel } from '../../ui/panel.tsx'

type Worker = AdminOverview['workers'][number]

/** Worker processes with their engines. */
export function WorkersPanel({ workers }: { workers: readonly Worker[] }) {
  const { t } = useLingui()
  return (
    <Panel title={t`Workers`} note={String(workers.length)} flush>
      {workers.length === 0 && (
        <p className="p-4 text-bad">{t`No worker runs. Conversions wait until one starts.`}</p>
      )}
      <ul>
        {workers.map((worker) => (
          <WorkerRow key={worker.worker_id} worker={worker} />
        ))}
      </ul>
    </Panel>
  )
}

function WorkerRow({ worker }: { worker: Worker }) {
  const { t, i18n } = useLingui()
  const { worker_id, role, version, sandbox, confined, engines, since } = worker
  const started = formatMoment(new Date(since), { locale: i18n.locale })
  return (
    <li className="border-b border-line px-4 py-3 last:border-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 translate="no" className="mono text-small">
          {worker_id.slice(0, 8)}
        </h3>
        <span>{role === 'both' ? t`Web and worker` : t`Worker`}</span>
        <span className="text-ink-soft">{t`Version ${version}, started ${started}`}</span>
        <Badge tone={confined ? 'ok' : 'warn'}>
          {confined ? t`Sandbox: ${sandbox}` : t`Engines aren’t confined`}
        </Badge>
      </div>
      <ul className="mt-2 grid gap-x-4 text-small sm:grid-cols-2 lg:grid-cols-3">
        {engines.map((engine) => (
          <EngineItem key={`${engine.family} ${engine.name}`} engine={engine} />
        ))}
      </ul>
    </li>
  )
}

function EngineItem({ engine: { name, version, supported_until } }: { engine: Worker['engines'][number] }) {
  const { t, i18n } = useLingui()
  const isOver = supported_until !== null && supported_until < new Date().toISOString().slice(0, 10)
  const day = supported_until && formatDate(dayOf(supported_until), { locale: i18n.locale })
  return (
    <li>
      <span translate="no">{name}</span> <span className="text-ink-soft">{version}</span>
      {day && (
        <span className={isOver ? 'ms-1 text-warn' : 'ms-1 text-ink-soft'}>
          {isOver ? t`support ended on ${day}` : t`support ends on ${day}`}
        </span>
      )}
    </li>
  )
}
