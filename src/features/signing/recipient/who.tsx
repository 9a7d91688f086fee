import { useLingui } from '@lingui/react/macro'
import type { SigningView } from '../../../api/public-signing.ts'
import { Who as Sender } from '../../public-page/index.ts'

/** Who asks, and for what. */
export function Who({ view: { sender, me, state } }: { view: SigningView }) {
  const { t } = useLingui()
  const says = {
    signer: t`asks you to sign`,
    approver: t`asks you to approve`,
    viewer: t`shared a document with you`,
    copy: t`sent you a copy`,
  }
  const asks = state === 'open' || state === 'waiting'
  return <Sender from={sender} says={asks ? says[me.role] : t`sent you this request`} />
}
