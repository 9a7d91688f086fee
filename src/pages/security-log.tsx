import { useLingui } from '@lingui/react/macro'
import { Navigate, useLocation } from 'react-router'
import { useSession } from '../api/account.ts'
import { SecurityLinks, SecurityLog } from '../features/mfa/setup/index.ts'
import { PageTop } from '../features/shell/index.ts'
import { paths } from '../paths.ts'

export default function SecurityLogPage() {
  const { t } = useLingui()
  const { pathname, search } = useLocation()
  const { data: user } = useSession()
  if (user === null) return <Navigate to={paths.signIn({ return: pathname + search })} replace />
  return (
    <div className="flex h-full flex-col">
      <PageTop title={t`Security log`} actions={<SecurityLinks here="log" />} />
      {user && <SecurityLog />}
    </div>
  )
}
