import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, Suspense } from 'react'
import { useSession } from '../../api/account.ts'
import { useHealth } from '../../api/status.ts'
import { useNetwork } from '../../stores/network.ts'
import { Banner } from '../../ui/banner.tsx'

// Rarely shown, so they are loaded on demand.
const DeletionBanner = lazy(() => import('./deletion-banner.tsx'))
const PasswordBanner = lazy(() => import('./password-banner.tsx'))

/** Messages about the whole dashboard, or the account. */
export function Banners() {
  const { data: user } = useSession()
  return (
    <>
      <ServiceBanner />
      <Suspense>
        {user?.password_due && <PasswordBanner />}
        {user?.delete_after && <DeletionBanner user={user} deleteAfter={user.delete_after} />}
      </Suspense>
    </>
  )
}

function ServiceBanner() {
  const { t } = useLingui()
  const online = useNetwork((state) => state.online)
  const health = useHealth()
  if (!online)
    return (
      <Banner kind="offline">
        <Trans>You’re offline. Data may be out of date; uploads resume automatically.</Trans>
      </Banner>
    )
  // A request succeeded before and fails now: the instance became unavailable while the page was
  // open.
  if (health.isError && health.data)
    return (
      <Banner kind="stale" action={{ label: t`Retry`, onClick: () => void health.refetch() }}>
        <Trans>The server isn’t responding. Data may be out of date.</Trans>
      </Banner>
    )
  if (health.data?.status === 'down')
    return (
      <Banner kind="bad">
        <Trans>Part of the service is down. Conversions may be delayed.</Trans>
      </Banner>
    )
  return null
}
