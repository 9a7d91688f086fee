import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, Suspense } from 'react'
import { useSession } from '../../api/account.ts'
import { useHealth } from '../../api/status.ts'
import { useNetwork } from '../../stores/network.ts'
import { Banner } from '../../ui/banner.tsx'

// Seldom wanted, so no page loads them.
const DeletionBanner = lazy(() => import('./deletion-banner.tsx'))
const PasswordBanner = lazy(() => import('./password-banner.tsx'))

/** What is true of the whole dashboard, or of the account, right now. */
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
        <Trans>You are offline. What you see may be old; uploads wait and go on by themselves.</Trans>
      </Banner>
    )
  // An answer from before and none now: the instance went away under an open page.
  if (health.isError && health.data)
    return (
      <Banner kind="stale" action={{ label: t`Try again`, onClick: () => void health.refetch() }}>
        <Trans>The service does not answer. What you see may be old.</Trans>
      </Banner>
    )
  if (health.data?.status === 'down')
    return (
      <Banner kind="bad">
        <Trans>A part of the service is down. Conversions may wait.</Trans>
      </Banner>
    )
  return null
}
