import { Trans, useLingui } from '@lingui/react/macro'
import { useKeepAccount, useSession } from '../../api/account.ts'
import { useHealth } from '../../api/status.ts'
import { formatDate } from '../../lib/format-date.ts'
import { useNetwork } from '../../stores/network.ts'
import { Banner } from '../../ui/banner.tsx'
import { useProblemWords } from '../problems/index.ts'

/** What is true of the whole dashboard, or of the account, right now. */
export function Banners() {
  return (
    <>
      <ServiceBanner />
      <DeletionBanner />
    </>
  )
}

/** The account goes, and can be kept. */
function DeletionBanner() {
  const { t, i18n } = useLingui()
  const { data: user } = useSession()
  const keep = useKeepAccount()
  const words = useProblemWords()
  if (!user?.delete_after) return null
  const day = formatDate(new Date(user.delete_after), { locale: i18n.locale, timeZone: user.time_zone })
  return (
    <Banner kind="warn" action={{ label: t`Keep my account`, onClick: () => keep.mutate() }}>
      {keep.error ? (
        words(keep.error)
      ) : (
        <Trans>This account and all that is in it will be deleted on {day}.</Trans>
      )}
    </Banner>
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
