import { Trans } from '@lingui/react/macro'
import type { PublicShare } from '../../../api/public-share.ts'

export function Who({ share: { from } }: { share: PublicShare }) {
  return (
    <header className="landing-who">
      <span className="landing-initial" aria-hidden="true">
        {from.initial}
      </span>
      <span className="landing-from" translate="no">
        <bdi>{from.name}</bdi>
      </span>
      <span className="landing-says">
        <Trans>shared a file with you</Trans>
      </span>
    </header>
  )
}
