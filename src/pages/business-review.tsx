import { useLingui } from '@lingui/react/macro'
import { Navigate, useLocation, useParams } from 'react-router'
import { useSession } from '../api/account.ts'
import { useBusiness } from '../api/businesses.ts'
import {
  BusinessMark,
  BusinessReview,
  ReviewActions,
  useStanding,
} from '../features/businesses/manage/index.ts'
import { Coming, Problem } from '../features/problems/index.ts'
import { PageTop } from '../features/shell/index.ts'
import { paths } from '../paths.ts'
import { PageFrame } from '../ui/page-frame.tsx'
import NotFoundPage from './not-found.tsx'

/** A business for its reviewer; users who are not administrators get "Page not found". */
export default function BusinessReviewPage() {
  const { pathname } = useLocation()
  const { data: user } = useSession()
  if (user === null) return <Navigate to={paths.signIn({ return: pathname })} replace />
  if (user && !user.is_admin) return <NotFoundPage />
  return user ? <Page /> : null
}

function Page() {
  const { t } = useLingui()
  const { id = '' } = useParams()
  const { data, error, refetch, isPaused } = useBusiness(id)
  const standing = useStanding(data)
  return (
    <div className="flex h-full flex-col">
      <PageTop
        title={data?.name ?? t`Business`}
        mark={data && <BusinessMark business={data} />}
        note={standing}
        actions={data && <ReviewActions business={data} />}
      />
      {data ? (
        <BusinessReview key={data.business_id} business={data} />
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
