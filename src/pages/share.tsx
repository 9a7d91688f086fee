import { useLingui } from '@lingui/react/macro'
import { Navigate, useLocation, useParams } from 'react-router'
import { useSession } from '../api/account.ts'
import { useShare } from '../api/shares.ts'
import { Problem } from '../features/problems/index.ts'
import { ShareActions, ShareDetail } from '../features/shares/manage/index.ts'
import { PageTop } from '../features/shell/index.ts'
import { paths } from '../paths.ts'
import { PageFrame } from '../ui/page-frame.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

export default function SharePage() {
  const { t } = useLingui()
  const { id = '' } = useParams()
  const { pathname, search } = useLocation()
  const { data: user } = useSession()
  const { data, error, refetch } = useShare(id)
  if (user === null) return <Navigate to={paths.signIn({ return: pathname + search })} replace />
  return (
    <>
      <PageTop
        title={data?.name ?? t`Link`}
        file={data !== undefined}
        actions={data && <ShareActions share={data} />}
      />
      {data ? (
        <ShareDetail share={data} />
      ) : (
        <PageFrame>
          {error ? <Problem error={error} onRetry={() => void refetch()} /> : <Skeleton rows={5} />}
        </PageFrame>
      )}
    </>
  )
}
