import { lazy, Suspense, useEffect, useState } from 'react'
import { knownProviders, loadProviders } from '../../api/sign-in.ts'

/** Most instances have none, and then their buttons need not be loaded. */
const ProviderButtons = lazy(() => import('./provider-buttons.tsx'))

/** Other doors: whoever one may sign in through. Nothing where there is nobody. */
export function Providers({ next }: { next: string }) {
  const [providers, setProviders] = useState(knownProviders)
  useEffect(() => {
    if (!providers) void loadProviders().then(setProviders)
  }, [providers])
  if (!providers || providers.length === 0) return null
  return (
    <Suspense>
      <ProviderButtons providers={providers} next={next} />
    </Suspense>
  )
}
