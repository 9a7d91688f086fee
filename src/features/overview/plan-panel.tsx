import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { q } from '../../api/query-client.ts'
import { useStorageUsage } from '../../api/storage.ts'
import { formatBytes } from '../../lib/format-bytes.ts'
import { formatNumber } from '../../lib/format-number.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useMay } from '../businesses/acting/index.ts'
import { useRetention } from './use-retention.ts'

/** The contents of the account's plan. */
export function PlanPanel() {
  const { t, i18n } = useLingui()
  const { data } = useQuery({ ...q('listPlans'), staleTime: 60_000, throwOnError: false })
  const may = useMay()
  const { data: storage } = useStorageUsage(may('storage:read'))
  const kept = useRetention()
  const plan = data?.plans.find((one) => one.is_current)
  if (!plan) return null
  const { name, credits_granted, credits_period, limits } = plan
  const facts: [string, string][] = [
    [
      credits_period === 'month' ? t`Credits each month` : t`Credits to start with`,
      formatNumber(credits_granted, i18n.locale),
    ],
    [t`Upload size`, formatBytes(limits.max_upload_bytes, i18n.locale)],
    [t`Results kept for`, kept(limits.keep_hours)],
    ...(storage
      ? [
          [t`Storage, kept until you delete`, formatBytes(storage.quota_bytes, i18n.locale)] as [
            string,
            string,
          ],
        ]
      : []),
  ]
  return (
    <Panel title={t`Your plan`} note={<span translate="no">{name}</span>}>
      <dl className="grid gap-2.5">
        {facts.map(([term, value]) => (
          <div key={term} className="flex justify-between gap-3">
            <dt className="text-ink-soft">{term}</dt>
            <dd className="text-end font-medium">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 mb-3 text-small text-ink-soft">{t`Failed conversions aren’t charged.`}</p>
      <Button wide render={<Link to={paths.billing('plans')} />}>
        {t`Compare plans`}
      </Button>
    </Panel>
  )
}
