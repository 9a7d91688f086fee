import { useLingui } from '@lingui/react/macro'
import { CircleCheckIcon } from 'lucide-react'
import { Link } from 'react-router'
import { formatNumber } from '../../lib/format-number.ts'
import { paths } from '../../paths.ts'
import { Panel } from '../../ui/panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Problem } from '../problems/index.ts'
import { BillingNeed, useBillingNeeds } from './billing-needs.tsx'
import { FailureRow } from './failure-row.tsx'
import { SigningNeed, useSigningNeeds } from './signing-needs.tsx'
import { useFailures } from './use-failures.ts'

/**
 * The attention list: account alerts, signature requests that ended unsigned, and failed
 * conversions. With `quiet` it is hidden if empty.
 */
export function Attention({ quiet = false }: { quiet?: boolean }) {
  const { t, i18n } = useLingui()
  const { data, error, refetch, failures, count } = useFailures()
  const alerts = useBillingNeeds()
  const signing = useSigningNeeds()
  const all = alerts.length + count + signing.length
  if (quiet && all === 0) return null
  return (
    <Panel title={t`Needs attention`} {...(all > 0 && { note: formatNumber(all, i18n.locale) })} flush>
      {error && !data ? (
        <Problem error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <div className="px-4">
          <Skeleton rows={3} />
        </div>
      ) : all === 0 ? (
        <p className="flex items-center gap-2 p-4 text-ink-soft">
          <CircleCheckIcon className="text-ok" />
          {t`You’re all caught up.`}
        </p>
      ) : (
        <ul className="divide-y divide-line">
          {alerts.map((alert) => (
            <BillingNeed key={alert.kind} alert={alert} />
          ))}
          {signing.map((session) => (
            <SigningNeed key={session.id} session={session} />
          ))}
          {failures.map((one) => (
            <FailureRow key={one.conversion_id} conversion={one} />
          ))}
          {count > failures.length && (
            <li className="px-4 py-2.5">
              <Link className="link" to={paths.history({ status: 'failed' })}>
                {t`View all failures`}
              </Link>
            </li>
          )}
        </ul>
      )}
    </Panel>
  )
}
