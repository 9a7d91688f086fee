import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { sendVerification, verifyEmail } from '../../api/sign-in.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { FormError } from './form-error.tsx'
import { useSubmit } from './use-submit.ts'

/** Sends the link's token to the server, once, and shows the result. */
export function VerifyEmail({ token }: { token: string | null }) {
  const { t } = useLingui()
  const verifying = useSubmit()
  const sending = useSubmit()
  const [email, setEmail] = useState<string | null>(null)
  const [sentTo, setSentTo] = useState<string | null>(null)
  const begun = useRef(false)
  const start = useRef(() => {
    if (token === null || begun.current) return
    begun.current = true
    void verifying.send(async () => setEmail(await verifyEmail(token)))
  })
  useEffect(() => start.current(), [])

  if (email !== null)
    return (
      <div className="mt-5">
        <p role="status">
          <strong translate="no" className="font-medium wrap-anywhere">
            {email}
          </strong>{' '}
          <Trans>is confirmed.</Trans>
        </p>
        <Button
          variant="primary"
          size={36}
          className="mt-5 min-h-11 text-read"
          render={<Link to={paths.overview()} />}
        >
          <Trans>Continue</Trans>
        </Button>
      </div>
    )
  if (token !== null && !verifying.error)
    return (
      <p role="status" className="mt-5 text-ink-soft">
        <Trans>Confirming your e-mail address</Trans>
      </p>
    )
  if (sentTo !== null)
    return (
      <p role="status" className="mt-5 text-ink-soft">
        <Trans>We sent a new link to</Trans>{' '}
        <strong translate="no" className="font-medium text-ink wrap-anywhere">
          {sentTo}
        </strong>
        .
      </p>
    )
  const gone = token === null || verifying.error?.code === 'link_expired'
  return (
    <div className="mt-5 grid justify-items-start gap-4">
      {gone ? (
        <p role="alert" className="text-ink-soft">
          <Trans>This link was already used or has expired.</Trans>
        </p>
      ) : (
        <FormError error={verifying.error} />
      )}
      <FormError error={sending.error} />
      <Button
        size={36}
        className="min-h-11 text-read"
        working={sending.working}
        verb={t`Sending`}
        onClick={() => void sending.send(async () => setSentTo((await sendVerification()).email))}
      >
        <Trans>Send new link</Trans>
      </Button>
      <Link className="link" to={paths.overview()}>
        <Trans>Go to dashboard</Trans>
      </Link>
    </div>
  )
}
