import { useLingui } from '@lingui/react/macro'
import type { PublicShare } from '../../../api/public-share.ts'
import { Who as Sender } from '../../public-page/index.ts'

export function Who({ share: { from } }: { share: PublicShare }) {
  const { t } = useLingui()
  return <Sender from={from} says={t`shared a file with you`} />
}
