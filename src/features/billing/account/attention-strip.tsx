import { useLingui } from '@lingui/react/macro'
import type { Alert } from '../../../api/billing.ts'
import { AlertAction, AlertIcon, useAlertWords } from '../alerts/index.ts'

const MOST = 3

/** Billing alerts, most urgent first, each with an action. Empty if there are none. */
export function AttentionStrip({ alerts }: { alerts: readonly Alert[] }) {
  const { t } = useLingui()
  const shown = alerts.slice(0, MOST)
  if (shown.length === 0) return null
  return (
    <ul
      aria-label={t`Needs attention`}
      className="grid auto-cols-fr divide-line rounded-sheet border border-line-strong bg-surface max-lg:divide-y lg:grid-flow-col lg:divide-x"
    >
      {shown.map((alert) => (
        <AttentionCell key={alert.kind} alert={alert} />
      ))}
    </ul>
  )
}

function AttentionCell({ alert }: { alert: Alert }) {
  const words = useAlertWords()(alert)
  return (
    <li className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-2 px-4 py-2.5">
      <AlertIcon kind={alert.kind} />
      <p className="min-w-0 flex-1 basis-48">
        <span className="block font-medium">{words.title}</span>
        <span className="block text-small text-ink-soft">{words.note}</span>
      </p>
      <AlertAction kind={alert.kind} />
    </li>
  )
}
