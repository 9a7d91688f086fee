import { useLingui } from '@lingui/react/macro'
import { Navigate, useLocation } from 'react-router'
import { useSession } from '../api/account.ts'
import { PageTop } from '../features/shell/index.ts'
import {
  NewWebhookActions,
  NewWebhookForm,
  NewWebhookSteps,
  useNewWebhook,
} from '../features/webhooks/index.ts'
import { paths } from '../paths.ts'

export default function NewWebhookPage() {
  const { t } = useLingui()
  const { pathname, search } = useLocation()
  const { data: user } = useSession()
  const draft = useNewWebhook()
  if (user === null) return <Navigate to={paths.signIn({ return: pathname + search })} replace />
  return (
    <>
      <PageTop
        title={draft.made ? t`Webhook created` : t`Create webhook`}
        note={<NewWebhookSteps draft={draft} />}
        actions={user && !draft.made && <NewWebhookActions draft={draft} />}
      />
      {user && <NewWebhookForm draft={draft} />}
    </>
  )
}
