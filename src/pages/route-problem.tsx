import { useLingui } from '@lingui/react/macro'
import { Link, useLocation, useOutletContext, useRouteError } from 'react-router'
import { ApiError } from '../api/errors.ts'
import { PROBLEM_TEXT } from '../features/problems/index.ts'
import { paths } from '../paths.ts'
import { Failure } from '../ui/failure.tsx'

/** Whatever a page threw. The way on depends on what it was: sign in, go elsewhere, or try again. */
export default function RouteProblem() {
  return <ProblemPage thrown={useRouteError()} />
}

export function ProblemPage({ thrown }: { thrown: unknown }) {
  const { t, i18n } = useLingui()
  const { pathname, search } = useLocation()
  const error = asApiError(thrown)
  const words = PROBLEM_TEXT[error.code]
  // Inside the shell there is a main already.
  const Frame = useOutletContext<{ framed: true } | undefined>()?.framed ? 'div' : 'main'
  const action =
    error.status === 401
      ? { label: t`Sign in`, render: <Link to={paths.signIn({ return: pathname + search })} /> }
      : error.status === 404 || error.status === 410 || error.status === 403
        ? { label: t`To the overview`, render: <Link to={paths.overview()} /> }
        : { label: t`Load the page again`, onClick: () => location.reload() }
  return (
    <Frame className="grid min-h-[60dvh] place-items-center">
      <title>{`${i18n._(words.title)} – Filewright`}</title>
      <h1 className="sr-only">{i18n._(words.title)}</h1>
      <Failure
        title={i18n._(words.title)}
        action={action}
        {...(error.requestId && { requestId: error.requestId })}
      >
        {i18n._(words.next)}
      </Failure>
    </Frame>
  )
}

/** A chunk that did not load is the network's fault or a newer version's; anything else unknown is our own. */
function asApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown
  if (thrown instanceof TypeError && /import|fetch|module/i.test(thrown.message))
    return new ApiError(navigator.onLine ? 'unreachable' : 'offline', 0)
  return new ApiError('internal', 500)
}
