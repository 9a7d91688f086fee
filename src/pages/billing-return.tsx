import { useLingui } from '@lingui/react/macro'
import { Navigate, useLocation, useSearchParams } from 'react-router'
import { useSession } from '../api/account.ts'
import { BillingNote, PurchaseReturn, SandboxLine } from '../features/billing/account/index.ts'
import { PageTop } from '../features/shell/index.ts'
import { idOf } from '../lib/id-of.ts'
import { paths } from '../paths.ts'

export default function BillingReturnPage() {
  const { t } = useLingui()
  const { pathname, search } = useLocation()
  const [query] = useSearchParams()
  const { data: user } = useSession()
  const purchase = idOf(query.get('purchase'))
  if (user === null) return <Navigate to={paths.signIn({ return: pathname + search })} replace />
  if (purchase === null) return <Navigate to={paths.billing('purchases')} replace />
  return (
    <>
      <PageTop title={t`Purchase`} note={user && <BillingNote />} />
      <SandboxLine />
      {user && <PurchaseReturn purchaseId={purchase} cancelled={query.has('cancelled')} />}
    </>
  )
}
