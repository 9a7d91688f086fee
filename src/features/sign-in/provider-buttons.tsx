import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { type Provider, type ProviderName, startProvider } from '../../api/sign-in.ts'
import { keepProvider } from '../../stores/pending-sign-in.ts'
import { Button } from '../../ui/button.tsx'
import { FormError } from './form-error.tsx'
import { useSubmit } from './use-submit.ts'

export default function ProviderButtons({ providers, next }: { providers: Provider[]; next: string }) {
  const { t } = useLingui()
  const { working, error, send } = useSubmit()
  const [chosen, setChosen] = useState<ProviderName | null>(null)

  function go(provider: ProviderName) {
    setChosen(provider)
    void send(async () => {
      const { authorization_url, state, redirect_uri } = await startProvider(provider)
      keepProvider({ provider, state, redirectUri: redirect_uri, purpose: 'sign-in', next })
      location.assign(authorization_url)
    })
  }

  return (
    <section aria-label={t`Other ways to sign in`} className="mt-6 grid gap-5">
      <p className="flex items-center gap-3 text-body text-ink-soft before:flex-1 before:border-t before:border-line-strong after:flex-1 after:border-t after:border-line-strong">
        <Trans>or continue with</Trans>
      </p>
      <FormError error={error} />
      <div className="grid grid-flow-col auto-cols-fr gap-2">
        {providers.map(({ provider, label }) => (
          <Button
            key={provider}
            size={36}
            wide
            working={working && chosen === provider}
            verb={label}
            onClick={() => go(provider)}
            className="min-h-11 text-read"
          >
            <span translate="no">{label}</span>
          </Button>
        ))}
      </div>
    </section>
  )
}
