import { useLingui } from '@lingui/react/macro'
import { ProviderReturn, SignPage } from '../features/sign-in/index.ts'

export default function SignInProvider() {
  const { t } = useLingui()
  return (
    <SignPage title={t`Signing in`}>
      <ProviderReturn />
    </SignPage>
  )
}
