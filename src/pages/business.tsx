import { useLingui } from '@lingui/react/macro'
import { Navigate, useLocation, useParams } from 'react-router'
import { useSession } from '../api/account.ts'
import { useBusiness } from '../api/businesses.ts'
import {
  BusinessActions,
  BusinessMark,
  BusinessTabs,
  BusinessView,
  useStanding,
} from '../features/businesses/manage/index.ts'
import { Coming, Problem } from '../features/problems/index.ts'
import { PageTop } from '../features/shell/index.ts'
import { paths } from '../paths.ts'
import { PageFrame } from '../ui/page-frame.tsx'

export default function BusinessPage() {
  const { pathname, search } = useLocation()
  const { data: user } = useSession()
  if (user === null) return <Navigate to={paths.signIn({ return: pathname + search })} replace />
  return user ? <Page /> : null
}

function Page() {
  const { t } = useLingui()
  const { id = '', tab = 'overview' } = useParams()
  const { data, error, refetch, isPaused } = useBusiness(id)
  const standing = useStanding(data)
  return (
    <div className="flex h-full flex-col">
      <PageTop
        title={data?.name ?? t`Business`}
        mark={data && <BusinessMark business={data} />}
        note={standing}
        actions={data && <BusinessActions business={data} tab={tab} />}
      />
      {data ? (
        <>
          <BusinessTabs business={data} tab={tab} />
          <BusinessView key={data.business_id} business={data} tab={tab} />
        </>
      ) : (
        <PageFrame>
          {error ? (
            <Problem error={error} onRetry={() => void refetch()} />
          ) : (
            <Coming paused={isPaused} rows={5} />
          )}
        </PageFrame>
      )}
    </div>
  )
}
