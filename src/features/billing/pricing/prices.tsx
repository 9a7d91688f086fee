import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { call } from '../../../api/client.ts'
import type { Pricing, RateCard } from '../../../api/pricing.ts'
import { paths } from '../../../paths.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Logo } from '../../../ui/logo.tsx'
import { StatusLink } from '../../status/link/index.ts'
import { Packs } from './packs.tsx'
import { Plans } from './plans.tsx'
import { Rates } from './rates.tsx'
import { Sheet } from './sheet.tsx'

/** The public price list: plans, credits, storage and the price of each operation. */
export function Prices() {
  const { t } = useLingui()
  const { prices, failed, load } = usePrices()
  return (
    <Frame>
      <h1 className="title text-display">{t`Prices`}</h1>
      <p className="max-w-prose text-read text-ink-soft">
        <Trans>You see the price in credits before each conversion. Failed files aren’t charged.</Trans>
      </p>
      {prices ? (
        <>
          {prices.pricing.mode === 'sandbox' && (
            <p>
              <Badge tone="warn">{t`Sandbox: test money`}</Badge>
            </p>
          )}
          <Sheet title={t`Plans`} note={t`Prices exclude tax`}>
            <Plans plans={prices.pricing.plans} />
          </Sheet>
          <Packs pricing={prices.pricing} />
          <Rates items={prices.rates.items} />
        </>
      ) : failed ? (
        <p role="alert" className="text-bad">
          {t`Prices couldn’t be loaded.`}{' '}
          <button type="button" className="link underline" onClick={() => load()}>
            {t`Retry`}
          </button>
        </p>
      ) : (
        <p role="status" className="text-ink-soft">{t`Loading prices`}</p>
      )}
    </Frame>
  )
}

function Frame({ children }: { children: ReactNode }) {
  const { t } = useLingui()
  return (
    <div className="min-h-dvh">
      <title>{`${t`Prices`} – Filewright`}</title>
      <header className="flex flex-wrap items-center justify-between gap-3 border-b border-line-strong px-4 py-3 sm:px-8">
        <Logo />
        <nav aria-label={t`Account`} className="flex gap-2">
          <Button
            render={<Link to={paths.signIn({ return: paths.billing('plans') })} />}
          >{t`Sign in`}</Button>
          <Button variant="primary" render={<Link to={paths.signUp()} />}>
            {t`Create account`}
          </Button>
        </nav>
      </header>
      <main className="mx-auto grid max-w-page gap-4 px-4 py-8 sm:px-8">{children}</main>
      <footer className="mx-auto max-w-page px-4 pb-6 sm:px-8">
        <StatusLink />
      </footer>
    </div>
  )
}

/** Without the query cache: requests once on mount, and again on retry. */
function usePrices() {
  const [prices, setPrices] = useState<{ pricing: Pricing; rates: RateCard } | null>(null)
  const [failed, setFailed] = useState(false)
  const load = useCallback((signal?: AbortSignal) => {
    setFailed(false)
    Promise.all([call('getPricing', {}, { signal }), call('getRateCard', {}, { signal })])
      .then(([pricing, rates]) => setPrices({ pricing, rates }))
      .catch(() => signal?.aborted || setFailed(true))
  }, [])
  useEffect(() => {
    const gone = new AbortController()
    load(gone.signal)
    return () => gone.abort()
  }, [load])
  return { prices, failed, load }
}
