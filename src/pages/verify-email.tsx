import { useLingui } from '@lingui/react/macro'
import { useLocation } from 'react-router'
import { SignPage, VerifyEmail } from '../features/sign-in/index.ts'
import { tokenOf } from '../lib/token-of.ts'

export default function VerifyEmailPage() {
  const { t } = useLingui()
  const token = tokenOf(useLocation().hash)
  return (
    <SignPage title={t`E-mail confirmation`}>
      {/* Another link in the same tab is another page. */}
      <VerifyEmail key={token} token={token} />
    </SignPage>
  )
}
