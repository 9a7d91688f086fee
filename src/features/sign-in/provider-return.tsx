import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { Link, useNavigate, useParams, useSearchParams } from 'react-router'
import { linkIdentity, logIn, type ProviderName } from '../../api/sign-in.ts'
import { safeReturn } from '../../lib/return-path.ts'
import { paths } from '../../paths.ts'
import {
  keepCode,
  keepProvider,
  type PendingProvider,
  pendingProvider,
} from '../../stores/pending-sign-in.ts'
import { Button } from '../../ui/button.tsx'
import { FormError } from './form-error.tsx'
import { useSubmit } from './use-submit.ts'

const LABELS: Record<string, string> = { google: 'Google', github: 'GitHub' }

/**
 * The return from a provider: sends its response to the server, once, and continues where the
 * sign-in started.
 */
export function ProviderReturn() {
  const { t } = useLingui()
  const { provider = '' } = useParams()
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const { error, send } = useSubmit()
  const [pending] = useState(pendingProvider)
  const name = LABELS[provider] ?? provider
  const refused = search.get('error')
  const known =
    pending?.provider === provider && pending.state === search.get('state') && search.get('code') !== null
  const begun = useRef(false)

  async function goOn({ purpose, redirectUri, state, next }: PendingProvider) {
    const issuer = search.get('iss')
    const answer = {
      provider: provider as ProviderName,
      code: search.get('code') ?? '',
      state,
      redirect_uri: redirectUri,
      ...(issuer && { issuer }),
    }
    if (purpose === 'link') {
      await linkIdentity(answer)
      return navigate(paths.account(), { replace: true })
    }
    const back = safeReturn(next) ?? paths.overview()
    const wanted = await logIn(answer)
    if (!wanted) return navigate(back, { replace: true })
    const expiresAt = Date.now() + wanted.expires_in * 1000
    keepCode({ methods: wanted.methods_available, expiresAt, who: name })
    return navigate(paths.signInCode({ return: back }), { replace: true })
  }

  const start = useRef(() => {
    if (!known || refused || begun.current) return
    begun.current = true
    // A code works once: a reload must not send it again.
    keepProvider(null)
    void send(async () => void (await goOn(pending)))
  })
  useEffect(() => start.current(), [])

  const linking = pending?.purpose === 'link'
  const wayOn = (
    <Button
      size={36}
      className="mt-5 min-h-11 text-read"
      render={<Link to={linking ? paths.account() : paths.signIn()} replace />}
    >
      {linking ? <Trans>Back to account</Trans> : <Trans>Back to sign-in</Trans>}
    </Button>
  )
  if (known && !refused && !error)
    return (
      <p role="status" className="mt-1 text-ink-soft">
        <Trans>Verifying your sign-in</Trans>
      </p>
    )
  return (
    <>
      <div className="mt-5">
        {error ? (
          <FormError error={error} />
        ) : (
          <p role="alert" className="text-ink-soft">
            {refused === 'access_denied'
              ? t`The sign-in was cancelled. Nothing was changed.`
              : refused
                ? t`Your identity could not be verified. Start again, or use a password.`
                : t`This sign-in was started in another window, or it is already complete. Start again.`}
          </p>
        )}
      </div>
      {wayOn}
    </>
  )
}
