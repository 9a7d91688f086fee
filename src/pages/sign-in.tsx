import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useSearchParams } from 'react-router'
import { PageNotice, SignInForm, SignPage } from '../features/sign-in/index.ts'
import { safeReturn } from '../lib/return-path.ts'
import { paths } from '../paths.ts'

export default function SignIn() {
  const { t } = useLingui()
  const [search] = useSearchParams()
  const back = safeReturn(search.get('return'))
  return (
    <SignPage
      title={t`Sign in`}
      lead={
        <Trans>
          New here?{' '}
          <Link className="link underline" to={paths.signUp(back ? { return: back } : undefined)}>
            Create account
          </Link>
          , or{' '}
          <Link className="underline underline-offset-3 hover:text-ink" to={paths.convert()}>
            convert without one
          </Link>
          .
        </Trans>
      }
      foot={
        <Link className="underline underline-offset-3 hover:text-ink" to={paths.verify()}>
          <Trans>Verify a signed file</Trans>
        </Link>
      }
    >
      <PageNotice />
      <SignInForm back={back} />
    </SignPage>
  )
}
