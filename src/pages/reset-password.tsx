import { useLingui } from '@lingui/react/macro'
import { useLocation } from 'react-router'
import { ResetForm, SignPage } from '../features/session/index.ts'
import { tokenOf } from '../lib/token-of.ts'

export default function ResetPassword() {
  const { t } = useLingui()
  return (
    <SignPage title={t`A new password`}>
      <ResetForm token={tokenOf(useLocation().hash)} />
    </SignPage>
  )
}
