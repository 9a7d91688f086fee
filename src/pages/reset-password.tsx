import { useLingui } from '@lingui/react/macro'
import { useLocation } from 'react-router'
import { ResetForm, SignPage } from '../features/sign-in/index.ts'
import { tokenOf } from '../lib/token-of.ts'

export default function ResetPassword() {
  const { t } = useLingui()
  const token = tokenOf(useLocation().hash)
  return (
    <SignPage title={t`Choose a new password`}>
      {/* Another link in the same tab is another page. */}
      <ResetForm key={token} token={token} />
    </SignPage>
  )
}
