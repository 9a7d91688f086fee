import { useLingui } from '@lingui/react/macro'
import { Navigate, useLocation, useParams } from 'react-router'
import { useSession } from '../api/account.ts'
import { usePipeline } from '../api/pipelines.ts'
import { PipelineEditor } from '../features/pipelines/index.ts'
import { Problem } from '../features/problems/index.ts'
import { PageTop } from '../features/shell/index.ts'
import { paths } from '../paths.ts'
import { PageFrame } from '../ui/page-frame.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

/** A pipeline, or a new one: its id is then `new`. */
export default function PipelinePage() {
  const { t } = useLingui()
  const { id = 'new' } = useParams()
  const { pathname, search } = useLocation()
  const { data: user } = useSession()
  const { data, error, refetch } = usePipeline(id === 'new' ? null : id)
  if (user === null) return <Navigate to={paths.signIn({ return: pathname + search })} replace />
  if (user && (data || id === 'new')) return <PipelineEditor pipeline={data ?? null} user={user.id} />
  return (
    <>
      <PageTop title={t`Pipeline`} />
      <PageFrame>
        {error ? <Problem error={error} onRetry={() => void refetch()} /> : <Skeleton rows={5} />}
      </PageFrame>
    </>
  )
}
