import { useLingui } from '@lingui/react/macro'
import { Navigate, useLocation, useParams } from 'react-router'
import { useSession } from '../api/account.ts'
import { usePipelineRun } from '../api/pipelines.ts'
import { RunActions, RunView } from '../features/pipelines/index.ts'
import { Problem } from '../features/problems/index.ts'
import { PageTop } from '../features/shell/index.ts'
import { paths } from '../paths.ts'
import { PageFrame } from '../ui/page-frame.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

export default function PipelineRunPage() {
  const { t } = useLingui()
  const { id = '' } = useParams()
  const { pathname, search } = useLocation()
  const { data: user } = useSession()
  const { data, error, refetch } = usePipelineRun(id)
  if (user === null) return <Navigate to={paths.signIn({ return: pathname + search })} replace />
  return (
    <div className="flex min-h-full flex-col">
      <PageTop
        title={data?.name ?? t`Run`}
        note={data && t`Pipeline run`}
        actions={data && <RunActions run={data} />}
      />
      {data ? (
        <RunView run={data} />
      ) : (
        <PageFrame>
          {error ? <Problem error={error} onRetry={() => void refetch()} /> : <Skeleton rows={5} />}
        </PageFrame>
      )}
    </div>
  )
}
