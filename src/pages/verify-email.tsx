import { useLingui } from '@lingui/react/macro'
import { useLocation } from 'react-router'
import { SignPage, VerifyEmail } from '../features/session/index.ts'
import { tokenOf } from '../lib/token-of.ts'

export default function VerifyEmailPage() {
  const { t } = useLingui()
  return (
    <SignPage title={t`Your e-mail address`}>
      <VerifyEmail token={tokenOf(useLocation().hash)} />
    </SignPage>
  )
}
