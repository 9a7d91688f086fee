import { useLingui } from '@lingui/react/macro'
import { LockIcon } from 'lucide-react'
import { type ComponentType, lazy, Suspense } from 'react'
import { Link, Navigate } from 'react-router'
import type { Business } from '../../../api/businesses.ts'
import { type BusinessTab, paths } from '../../../paths.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { Coming } from '../../problems/index.ts'
import { mayOpen } from './business-tabs.tsx'

/** Each tab's code is loaded on demand. */
const VIEWS: Record<BusinessTab, ComponentType<{ business: Business }>> = {
  overview: lazy(() => import('./overview/overview-tab.tsx')),
  profile: lazy(() => import('./profile/profile-tab.tsx')),
  verification: lazy(() => import('./verification/verification-tab.tsx')),
  members: lazy(() => import('./members/members-tab.tsx')),
  roles: lazy(() => import('./roles-tab.tsx')),
  policies: lazy(() => import('./policies-tab.tsx')),
  'api-keys': lazy(() => import('./keys-tab.tsx')),
  audit: lazy(() => import('./audit/audit-tab.tsx')),
}

const isTab = (tab: string): tab is BusinessTab => Object.hasOwn(VIEWS, tab)

export function BusinessView({ business, tab }: { business: Business; tab: string }) {
  const { t } = useLingui()
  if (!isTab(tab)) return <Navigate to={paths.business(business.business_id)} replace />
  const View = VIEWS[tab]
  return (
    <>
      <FrozenBanner business={business} />
      {mayOpen(business, tab) ? (
        <Suspense fallback={<Coming page paused={false} rows={6} />}>
          <View business={business} />
        </Suspense>
      ) : (
        <Empty
          icon={LockIcon}
          title={t`Your role doesn’t include this`}
          action={{
            label: t`View roles`,
            render: <Link to={paths.business(business.business_id, 'roles')} />,
          }}
        >
          {t`Ask an owner or admin of the business for access.`}
        </Empty>
      )}
    </>
  )
}

/** Why nothing can be changed, while that is the case. */
function FrozenBanner({ business }: { business: Business }) {
  const { t } = useLingui()
  const { status, status_reason: reason, is_active } = business
  if (status === 'suspended')
    return (
      <Banner kind="bad">
        {reason
          ? t`This business is suspended and can’t be changed. Reason: ${reason}`
          : t`This business is suspended and can’t be changed.`}
      </Banner>
    )
  if (status === 'closed')
    return <Banner kind="bad">{t`This business is closed. You can view it but not change it.`}</Banner>
  if (!is_active)
    return (
      <Banner kind="warn">{t`This business is deactivated. An owner or admin can reactivate it in Profile.`}</Banner>
    )
  return null
}
