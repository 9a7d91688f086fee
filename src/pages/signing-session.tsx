import { useLingui } from '@lingui/react/macro'
import { Navigate, useLocation, useParams } from 'react-router'
import { useSession } from '../api/account.ts'
import { useSigningSession } from '../api/signing.ts'
import { Problem } from '../features/problems/index.ts'
import { PageTop } from '../features/shell/index.ts'
import { SigningDesk } from '../features/signing/editor/index.ts'
import { SessionActions, SessionDetail } from '../features/signing/session/index.ts'
import { paths } from '../paths.ts'
import { PageFrame } from '../ui/page-frame.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

/** A signature request: the editor for drafts, otherwise its status. */
export default function SigningSessionPage() {
  const { t } = useLingui()
  const { id = '' } = useParams()
  const { pathname, search } = useLocation()
  const { data: user } = useSession()
  const { data, error, refetch } = useSigningSession(id)
  if (user === null) return <Navigate to={paths.signIn({ return: pathname + search })} replace />
  if (data?.state === 'draft')
    return <SigningDesk key={data.id} session={data} reload={async () => (await refetch()).data ?? data} />
  return (
    <>
      <PageTop title={data?.title ?? t`Signing`} actions={data && <SessionActions session={data} />} />
      {data ? (
        <SessionDetail session={data} />
      ) : (
        <PageFrame>
          {error ? <Problem error={error} onRetry={() => void refetch()} /> : <Skeleton rows={6} />}
        </PageFrame>
      )}
    </>
  )
}
