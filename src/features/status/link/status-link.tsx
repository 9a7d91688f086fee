import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router'
import { paths } from '../../../paths.ts'
import { hasPublicStatus } from './public-status.ts'

/** For the foot of public pages; nothing where only signed-in people see the status. */
export function StatusLink() {
  if (!hasPublicStatus()) return null
  return (
    <Link className="link inline-flex min-h-6 items-center text-small touch:min-h-11" to={paths.status()}>
      <Trans>Status</Trans>
    </Link>
  )
}
