import { Trans, useLingui } from '@lingui/react/macro'
import { Link, Navigate, useSearchParams } from 'react-router'
import { CodeForm, SignPage, TimeLeft, useCodeStep } from '../features/sign-in/index.ts'
import { safeReturn } from '../lib/return-path.ts'

export default function SignInCode() {
  const { t } = useLingui()
  const [search] = useSearchParams()
  const back = safeReturn(search.get('return'))
  const { pending, signIn, leave } = useCodeStep(back)
  if (!pending) return <Navigate to={signIn} replace />
  return (
    <SignPage
      title={t`Verification code`}
      foot={
        <>
          <Link className="underline underline-offset-3 hover:text-ink" to={signIn} replace>
            <Trans>Back to sign-in</Trans>
          </Link>
          <TimeLeft until={pending.expiresAt} onOver={() => leave('expired')} />
        </>
      }
    >
      <CodeForm pending={pending} back={back} leave={leave} />
    </SignPage>
  )
}
