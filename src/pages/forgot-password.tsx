import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import { ForgotForm, SignPage } from '../features/sign-in/index.ts'
import { paths } from '../paths.ts'

export default function ForgotPassword() {
  const { t } = useLingui()
  return (
    <SignPage
      title={t`Reset your password`}
      lead={
        <Trans>
          We’ll e-mail you a reset link. Or{' '}
          <Link className="link underline" to={paths.signIn()}>
            sign in
          </Link>
          .
        </Trans>
      }
    >
      <ForgotForm />
    </SignPage>
  )
}
