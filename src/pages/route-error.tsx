import { lazy, Suspense } from 'react'

/** The words for every error are many, and a page that does not fail is not to load them. */
const RouteProblem = lazy(() => import('./route-problem.tsx').catch(() => ({ default: Bare })))

export function RouteError() {
  return (
    <Suspense>
      <RouteProblem />
    </Suspense>
  )
}

/** When even the words did not load there is no network, or a newer version has taken this one's place. */
function Bare() {
  return (
    <main className="grid min-h-[60dvh] place-items-center">
      <button type="button" className="link" onClick={() => location.reload()}>
        {/* Not translated: no catalogue can be had either. */}
        Load the page again
      </button>
    </main>
  )
}
