import { useLingui } from '@lingui/react/macro'
import { Navigate, useLocation, useParams } from 'react-router'
import { useSession } from '../api/account.ts'
import { useWebhook } from '../api/webhooks.ts'
import { useMay } from '../features/businesses/acting/index.ts'
import { Problem } from '../features/problems/index.ts'
import { PageTop } from '../features/shell/index.ts'
import { hostOf, WebhookActions, WebhookView } from '../features/webhooks/index.ts'
import { paths } from '../paths.ts'
import { PageFrame } from '../ui/page-frame.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

export default function WebhookPage() {
  const { t } = useLingui()
  const { id = '' } = useParams()
  const { pathname, search } = useLocation()
  const { data: user } = useSession()
  const mayWrite = useMay()('webhooks:write')
  const { data, error, refetch } = useWebhook(id)
  if (user === null) return <Navigate to={paths.signIn({ return: pathname + search })} replace />
  return (
    <>
      <PageTop
        title={data ? hostOf(data.url) : t`Webhook`}
        note={
          data && (
            <span title={data.url} translate="no" className="wrap-anywhere">
              {data.description || data.url}
            </span>
          )
        }
        actions={data && mayWrite && <WebhookActions webhook={data} />}
      />
      {data ? (
        <WebhookView webhook={data} />
      ) : (
        <PageFrame>
          {error ? <Problem error={error} onRetry={() => void refetch()} /> : <Skeleton rows={5} />}
        </PageFrame>
      )}
    </>
  )
}
