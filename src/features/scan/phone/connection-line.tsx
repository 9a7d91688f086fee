import { Trans } from '@lingui/react/macro'
import { CloudOffIcon, LoaderIcon, MonitorCheckIcon } from 'lucide-react'
import { useOnline } from '../../public-page/index.ts'
import type { Scan } from './use-scan.ts'

/** The desk that this phone is connected to, or that it is disconnected. */
export function ConnectionLine({ scan: { session, isReachable, queued } }: { scan: Scan }) {
  const isOnline = useOnline()
  if (!isOnline || !isReachable || queued.isStalled)
    return (
      <span className="text-warn">
        <CloudOffIcon className="me-1 inline size-3 align-[-2px]" />
        <Trans>Offline. Photos are kept and uploaded later.</Trans>
      </span>
    )
  if (!session)
    return (
      <>
        <LoaderIcon className="me-1 inline size-3 align-[-2px] turns" />
        <Trans>Connecting</Trans>
      </>
    )
  const name = session.desk_name
  return (
    <>
      <MonitorCheckIcon className="me-1 inline size-3 align-[-2px] text-ok" />
      {name ? <Trans>Connected to {name}’s desk</Trans> : <Trans>Connected to the desk</Trans>}
    </>
  )
}
