import { useLingui } from '@lingui/react/macro'
import { Link, useLocation, useOutletContext, useRouteError } from 'react-router'
import { ApiError } from '../api/errors.ts'
import { OtherAccounts } from '../features/businesses/acting/index.ts'
import { PROBLEM_TEXT } from '../features/problems/index.ts'
import { PageTop } from '../features/shell/index.ts'
import { paths } from '../paths.ts'
import { Failure } from '../ui/failure.tsx'

/** The error page. Its action depends on the error: sign in, go to another page, or retry. */
export default function RouteProblem() {
  return <ProblemPage thrown={useRouteError()} />
}

export function ProblemPage({ thrown }: { thrown: unknown }) {
  const { t, i18n } = useLingui()
  const { pathname, search } = useLocation()
  const error = asApiError(thrown)
  const words = PROBLEM_TEXT[error.code]
  const title = i18n._(words.title)
  // Inside the shell there is already a main element and a header, with the phone's menu button.
  const framed = useOutletContext<{ framed: true } | undefined>()?.framed
  const action =
    error.status === 401
      ? { label: t`Sign in`, render: <Link to={paths.signIn({ return: pathname + search })} /> }
      : error.status === 404 || error.status === 410 || error.status === 403
        ? { label: t`Go to Overview`, render: <Link to={paths.overview()} /> }
        : { label: t`Reload page`, onClick: () => location.reload() }
  const failure = (
    <Failure title={title} action={action} {...(error.requestId && { requestId: error.requestId })}>
      {i18n._(words.next)}
    </Failure>
  )
  if (framed)
    return (
      <>
        <PageTop title="Filewright" windowTitle={title} />
        <div className="grid min-h-[60dvh] place-content-center">
          {failure}
          {error.status === 404 && <OtherAccounts />}
        </div>
      </>
    )
  return (
    <main className="grid min-h-[60dvh] place-items-center">
      <title>{`${title} – Filewright`}</title>
      <h1 className="sr-only">{title}</h1>
      {failure}
    </main>
  )
}

/**
 * A chunk that fails to load means no network or a newer version; any other unknown error is a bug.
 */
function asApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown
  if (thrown instanceof TypeError && /import|fetch|module/i.test(thrown.message))
    return new ApiError(navigator.onLine ? 'unreachable' : 'offline', 0)
  return new ApiError('internal', 500)
}
