import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { q } from '../../../api/query-client.ts'
import type { SigningRow } from '../../../api/signing.ts'
import { paths } from '../../../paths.ts'
import { SecondPanel } from '../../../ui/second-panel.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { PeoplePanel, SessionFacts, Standing } from '../session/index.ts'

/** The second panel on very wide screens: the state of the current request, and its recipients. */
export function SidePanel({ session }: { session: SigningRow | undefined }) {
  const { t } = useLingui()
  const id = session?.id ?? null
  return (
    <SecondPanel
      label={t`Selected request`}
      id={id}
      empty={t`Select a signature request to see its recipients here.`}
    >
      {session && <PreviewCard key={id} session={session} />}
    </SecondPanel>
  )
}

function PreviewCard({ session: { id, title } }: { session: SigningRow }) {
  const { t } = useLingui()
  const { data } = useQuery({
    ...q('getSigningSession', { params: { session_id: id } }),
    throwOnError: false,
  })
  return (
    <div className="grid content-start gap-4 p-4">
      <header className="flex items-baseline justify-between gap-4">
        <h2 className="title min-w-0 truncate text-lead" title={title} translate="no">
          {title}
        </h2>
        <Link className="link flex-none" to={paths.signingSession(id)}>
          {t`Open`}
        </Link>
      </header>
      {data ? (
        <>
          <Standing session={data} />
          <PeoplePanel session={data} />
          <SessionFacts session={data} />
        </>
      ) : (
        <Skeleton rows={5} />
      )}
    </div>
  )
}
