import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { PartStatus } from '../../../api/status.ts'
import { Segmented } from '../../../ui/segmented.tsx'
import { DaysTable } from './days-table.tsx'
import { PartRow } from './part-row.tsx'
import { useStatusLabels } from './use-status-labels.ts'

/** All parts with their days, as bars or as a table. */
export function Parts({ parts }: { parts: readonly PartStatus[] }) {
  const { t } = useLingui()
  const { dayName } = useStatusLabels()
  const [view, setView] = useState<'bars' | 'table'>('bars')
  const first = parts[0]?.days[0]
  const operational = parts.filter(({ state }) => state === 'ok').length
  const count = parts.length
  return (
    <section className="min-w-0 rounded-sheet border border-line-strong bg-surface">
      <header className="flex flex-wrap items-center gap-x-2 gap-y-1 border-b border-line px-4 py-2">
        <h2 className="title text-lead">{t`Parts`}</h2>
        <span className="me-auto text-ink-soft">
          {t({
            message: plural(count, {
              one: `${operational} of # operational`,
              other: `${operational} of # operational`,
            }),
          })}
        </span>
        {view === 'bars' && <Legend />}
        <Segmented
          label={t`View`}
          options={[
            { value: 'bars', label: t`Bars` },
            { value: 'table', label: t`Table` },
          ]}
          value={view}
          onChange={setView}
        />
      </header>
      {view === 'table' ? (
        <DaysTable parts={parts} />
      ) : (
        <>
          <ul>
            {parts.map((part) => (
              <PartRow key={part.part} part={part} />
            ))}
          </ul>
          <p className="flex justify-between gap-4 px-4 py-2 text-small text-ink-soft">
            <span>{t`One bar is one day (UTC)`}</span>
            <span>{first && t`From ${dayName(first)} to today`}</span>
          </p>
        </>
      )}
    </section>
  )
}

function Legend() {
  const { state } = useStatusLabels()
  const keys = [
    ['ok', 'bg-ok/70'],
    ['degraded', 'bg-warn'],
    ['down', 'bg-bad'],
    ['unknown', 'bg-line-strong'],
  ] as const
  return (
    <ul aria-hidden="true" className="me-2 flex gap-3 text-small text-ink-soft max-sm:hidden">
      {keys.map(([of, color]) => (
        <li key={of} className="flex items-center gap-1.5">
          <span className={`h-3 w-1 ${color}`} />
          {state(of)}
        </li>
      ))}
    </ul>
  )
}
