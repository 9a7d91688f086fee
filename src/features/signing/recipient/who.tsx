import { useLingui } from '@lingui/react/macro'
import type { SigningView } from '../../../api/public-signing.ts'

/** Who asks, and for what. */
export function Who({ view: { sender, me, state } }: { view: SigningView }) {
  const { t } = useLingui()
  const says = {
    signer: t`asks you to sign`,
    approver: t`asks you to approve`,
    viewer: t`shared a document with you`,
    copy: t`sent you a copy`,
  }
  return (
    <header className="landing-who">
      <span className="landing-initial" aria-hidden="true">
        {sender.initial}
      </span>
      <span className="landing-from" translate="no">
        <bdi>{sender.name}</bdi>
      </span>
      <span className="landing-says">
        {state === 'open' || state === 'waiting' ? says[me.role] : t`sent you this request`}
      </span>
    </header>
  )
}
