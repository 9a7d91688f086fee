import { useLingui } from '@lingui/react/macro'
import { CircleCheckIcon, FileWarningIcon } from 'lucide-react'
import { Link } from 'react-router'
import { useRecentConversions } from '../../api/history.ts'
import { formatNumber } from '../../lib/format-number.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { FileName } from '../../ui/file-name.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { failureWords, Problem } from '../problems/index.ts'
import { BillingNeed, useBillingNeeds } from './billing-needs.tsx'
import { SigningNeed, useSigningNeeds } from './signing-needs.tsx'

/** Alerts of the account, conversions that failed recently and were not cancelled, and signing sessions that need an action. */
export function NeedsYou() {
  const { t, i18n } = useLingui()
  const { data, error, refetch } = useRecentConversions({ status: 'failed', page_size: 5 })
  const alerts = useBillingNeeds()
  const signing = useSigningNeeds()
  const rows = data?.results ?? []
  const count = data?.count ?? 0
  const all = alerts.length + count + signing.length
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
          {rows.map((one) => (
            <li key={one.conversion_id} className="flex items-start gap-2.5 px-4 py-2.5">
              <FileWarningIcon className="mt-0.5 text-bad" />
              <div className="min-w-0 flex-1">
                <FileName name={one.filename} strong more={one.file_count - 1} />
                <p className="text-small text-ink-soft">
                  {i18n._(failureWords(one.error?.code ?? '').title)}. {t`Nothing was charged.`}
                </p>
              </div>
              <Button size={24} render={<Link to={paths.conversion(one.conversion_id)} />}>
                {t`Open`}
              </Button>
            </li>
          ))}
          {count > rows.length && (
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
