import { useLingui } from '@lingui/react/macro'
import { Navigate, useLocation, useSearchParams } from 'react-router'
import { useSession } from '../api/account.ts'
import { useDelivery } from '../api/webhooks.ts'
import { Problem } from '../features/problems/index.ts'
import { PageTop } from '../features/shell/index.ts'
import { VerifySignature } from '../features/webhooks/index.ts'
import { paths } from '../paths.ts'
import { PageFrame } from '../ui/page-frame.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

export default function VerifySignaturePage() {
  const { t } = useLingui()
  const { pathname, search } = useLocation()
  const [params] = useSearchParams()
  const { data: user } = useSession()
  const id = params.get('webhook') ? params.get('delivery') : null
  const { data, error, refetch } = useDelivery(params.get('webhook') ?? '', id || null)
  if (user === null) return <Navigate to={paths.signIn({ return: pathname + search })} replace />
  return (
    <>
      <PageTop title={t`Verify signature`} note={data && <span translate="no">{data.type}</span>} />
      {!id || data ? (
        <VerifySignature key={data?.delivery_id} delivery={data ?? null} />
      ) : (
        <PageFrame>
          {error ? <Problem error={error} onRetry={() => void refetch()} /> : <Skeleton rows={5} />}
        </PageFrame>
      )}
    </>
  )
}
