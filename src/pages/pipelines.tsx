import { useLingui } from '@lingui/react/macro'
import { Navigate, useLocation } from 'react-router'
import { useSession } from '../api/account.ts'
import { Pipelines, PipelinesActions } from '../features/pipelines/index.ts'
import { PageTop } from '../features/shell/index.ts'
import { paths } from '../paths.ts'

export default function PipelinesPage() {
  const { t } = useLingui()
  const { pathname, search } = useLocation()
  const { data: user } = useSession()
  if (user === null) return <Navigate to={paths.signIn({ return: pathname + search })} replace />
  return (
    <div className="flex h-full flex-col">
      <PageTop title={t`Pipelines`} actions={<PipelinesActions />} />
      {user && <Pipelines />}
    </div>
  )
}
