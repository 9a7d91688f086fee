import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useSearchParams } from 'react-router'
import { SignPage, SignUpForm } from '../features/sign-in/index.ts'
import { safeReturn } from '../lib/return-path.ts'
import { storedInvitation } from '../lib/stored-invitation.ts'
import { paths } from '../paths.ts'

export default function SignUp() {
  const { t } = useLingui()
  const [search] = useSearchParams()
  const back = safeReturn(search.get('return'))
  return (
    <SignPage
      title={t`Create account`}
      lead={
        <Trans>
          Already have an account?{' '}
          <Link className="link underline" to={paths.signIn(back ? { return: back } : undefined)}>
            Sign in
          </Link>
          . Your conversions come with you.
        </Trans>
      }
    >
      <SignUpForm
        next={back ?? paths.overview()}
        invitation={back === paths.invitation() ? storedInvitation() : null}
      />
    </SignPage>
  )
}
