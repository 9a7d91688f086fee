import { lazy, Suspense } from 'react'

/** Error texts are large, so they are loaded only when a page fails. */
const RouteProblem = lazy(() => import('./route-problem.tsx').catch(() => ({ default: Bare })))

export function RouteError() {
  return (
    <Suspense>
      <RouteProblem />
    </Suspense>
  )
}

/**
 * If even the error texts do not load, there is no network, or a newer version was deployed. Not
 * translated, because no catalog can be loaded either.
 */
function Bare() {
  return (
    <div
      role="alert"
      className="grid min-h-[60dvh] place-content-center justify-items-center px-4 text-center"
    >
      <h1 className="font-medium">This page could not be loaded</h1>
      <p className="mt-1 mb-3 max-w-72 text-ink-soft">
        You may be offline, or a newer version is available. Nothing is lost.
      </p>
      <button type="button" className="link touch:min-h-(--size-touch)" onClick={() => location.reload()}>
        Reload page
      </button>
    </div>
  )
}
