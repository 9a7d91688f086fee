import { Trans, useLingui } from '@lingui/react/macro'
import { useHealth } from '../../api/status.ts'
import { useNetwork } from '../../stores/network.ts'
import { Banner } from '../../ui/banner.tsx'

/** What is true of the whole dashboard right now. */
export function Banners() {
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
