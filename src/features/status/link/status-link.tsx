import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router'
import { paths } from '../../../paths.ts'
import { hasPublicStatus } from './public-status.ts'

/** A link for the footer of public pages; empty if only signed-in users may see the status. */
export function StatusLink() {
  if (!hasPublicStatus()) return null
  return (
    <Link className="link inline-flex min-h-6 items-center text-small touch:min-h-11" to={paths.status()}>
      <Trans>Status</Trans>
    </Link>
  )
}
