import { useLingui } from '@lingui/react/macro'
import { LockIcon } from 'lucide-react'
import { type ComponentType, lazy, Suspense } from 'react'
import { Navigate } from 'react-router'
import { type BillingTab, paths } from '../../../paths.ts'
import { Empty } from '../../../ui/empty.tsx'
import { useMay } from '../../businesses/acting/index.ts'
import { Coming } from '../../problems/index.ts'
import { NEEDS } from './billing-tabs.tsx'

/** Each tab's code is loaded on demand. */
const VIEWS: Record<BillingTab, ComponentType> = {
  overview: lazy(() => import('./overview-tab.tsx')),
  plans: lazy(() => import('./plans-tab.tsx')),
  ledger: lazy(() => import('./ledger/ledger-tab.tsx')),
  purchases: lazy(() => import('./purchases-tab.tsx')),
  settings: lazy(() => import('./settings-tab.tsx')),
}

const isTab = (tab: string): tab is BillingTab => Object.hasOwn(VIEWS, tab)

export function BillingView({ tab }: { tab: string }) {
  const { t } = useLingui()
  const may = useMay()
  if (!isTab(tab)) return <Navigate to={paths.billing()} replace />
  const View = VIEWS[tab]
  const needed = NEEDS[tab] ?? 'usage:read'
  if (!may(needed))
    return (
      <Empty icon={LockIcon} title={t`Your role doesn’t include this`}>
        {t`Ask an owner or admin of the business for access.`}
      </Empty>
    )
  return (
    <Suspense fallback={<Coming page paused={false} rows={6} />}>
      <View />
    </Suspense>
  )
}
