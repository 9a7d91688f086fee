import { useLingui } from '@lingui/react/macro'
import { Link, Navigate, useLocation } from 'react-router'
import { useSession } from '../api/account.ts'
import { PageTop } from '../features/shell/index.ts'
import { CreateWebhookButton, useCreateShown, WebhookCount, Webhooks } from '../features/webhooks/index.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'

export default function WebhooksPage() {
  const { t } = useLingui()
  const { pathname, search } = useLocation()
  const { data: user } = useSession()
  const shown = useCreateShown()
  if (user === null) return <Navigate to={paths.signIn({ return: pathname + search })} replace />
  return (
    <>
      <PageTop
        title={t`Webhooks`}
        note={user && <WebhookCount />}
        actions={
          user &&
          shown && (
            <>
              <Button render={<Link to={paths.verifySignature()} />}>{t`Verify signature`}</Button>
              <CreateWebhookButton />
            </>
          )
        }
      />
      {user && <Webhooks />}
    </>
  )
}
