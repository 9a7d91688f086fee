import { lazy, Suspense, useEffect, useState } from 'react'
import { knownProviders, loadProviders } from '../../api/sign-in.ts'

/** Most instances have no providers, so their buttons are loaded on demand. */
const ProviderButtons = lazy(() => import('./provider-buttons.tsx'))

/** The other sign-in providers; nothing where none is configured. */
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
