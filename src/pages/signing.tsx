import { useLingui } from '@lingui/react/macro'
import { Navigate, useLocation } from 'react-router'
import { useSession } from '../api/account.ts'
import { PageTop } from '../features/shell/index.ts'
import { Signing, SigningActions } from '../features/signing/list/index.ts'
import { paths } from '../paths.ts'

export default function SigningPage() {
  const { t } = useLingui()
  const { pathname, search } = useLocation()
  const { data: user } = useSession()
  if (user === null) return <Navigate to={paths.signIn({ return: pathname + search })} replace />
  return (
    <div className="flex h-full flex-col">
      <PageTop title={t`Signing`} actions={<SigningActions />} />
      {user && <Signing />}
    </div>
  )
}
