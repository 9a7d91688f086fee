import { useLingui } from '@lingui/react/macro'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useSession } from '../../../api/account.ts'
import { errorFromNetwork } from '../../../api/errors.ts'
import { queryClient } from '../../../api/query-client.ts'
import { useStatus } from '../../../api/status.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { Logo } from '../../../ui/logo.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Problem } from '../../problems/index.ts'
import { Headline } from './headline.tsx'
import { Incidents } from './incidents.tsx'
import { Parts } from './parts.tsx'

/** The page with its query client, which other public pages do not load. */
export const Status = () => (
  <QueryClientProvider client={queryClient}>
    <ServiceStatus />
  </QueryClientProvider>
)

/** The status of the service. The last known one stays while the server does not respond. */
function ServiceStatus() {
  const { t } = useLingui()
  const { data, dataUpdatedAt, error, isPaused, refetch } = useStatus()
  return (
    <Frame>
      {data ? (
        <>
          {(error || isPaused) && (
            <p role="alert" className="rounded-control bg-warn-tint px-4 py-2">
              {t`The server can’t be reached. This is the last known status.`}
            </p>
          )}
          <Headline status={data} updatedAt={dataUpdatedAt} />
          {data.parts.length > 0 && <Parts parts={data.parts} />}
          <Incidents incidents={data.incidents} />
        </>
      ) : (
        <>
          <h1 className="title text-display">{t`Status`}</h1>
          {error || isPaused ? (
            <Problem error={error ?? errorFromNetwork()} onRetry={() => void refetch()} />
          ) : (
            <Skeleton rows={5} />
          )}
        </>
      )}
    </Frame>
  )
}

function Frame({ children }: { children: ReactNode }) {
  const { t } = useLingui()
  const { data: user } = useSession()
  return (
    <div className="min-h-dvh">
      <title>{`${t`Status`} – Filewright`}</title>
      <header className="border-b border-line-strong bg-rail">
        <div className="mx-auto flex max-w-page flex-wrap items-center justify-between gap-3 px-4 py-3 sm:px-8">
          <Logo />
          {user !== undefined && (
            <Button render={<Link to={user ? paths.overview() : paths.signIn({ return: paths.status() })} />}>
              {user ? t`Open dashboard` : t`Sign in`}
            </Button>
          )}
        </div>
      </header>
      <main className="mx-auto grid max-w-page grid-cols-1 gap-4 px-4 py-6 sm:px-8">{children}</main>
    </div>
  )
}
