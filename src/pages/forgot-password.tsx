import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import { ForgotForm, SignPage } from '../features/session/index.ts'
import { paths } from '../paths.ts'

export default function ForgotPassword() {
  const { t } = useLingui()
  return (
    <SignPage
      title={t`A new password`}
      lead={
        <Trans>
          A link to choose one is sent to you. Or{' '}
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
