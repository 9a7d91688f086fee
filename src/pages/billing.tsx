import { useLingui } from '@lingui/react/macro'
import { Navigate, useLocation, useParams } from 'react-router'
import { useSession } from '../api/account.ts'
import {
  BillingActions,
  BillingNote,
  BillingTabs,
  BillingView,
  SandboxLine,
} from '../features/billing/account/index.ts'
import { PageTop } from '../features/shell/index.ts'
import { paths } from '../paths.ts'

export default function BillingPage() {
  const { t } = useLingui()
  const { pathname, search } = useLocation()
  const { tab = 'overview' } = useParams()
  const { data: user } = useSession()
  if (user === null) return <Navigate to={paths.signIn({ return: pathname + search })} replace />
  return (
    <div className="flex h-full flex-col">
      <PageTop
        title={t`Billing`}
        note={user && <BillingNote />}
        actions={user && <BillingActions tab={tab} />}
      />
      {user && (
        <>
          <BillingTabs tab={tab} />
          <SandboxLine />
          <BillingView tab={tab} />
        </>
      )}
    </div>
  )
}
