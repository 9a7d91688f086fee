import { useLingui } from '@lingui/react/macro'
import { Navigate } from 'react-router'
import { useSession } from '../api/account.ts'
import { Account } from '../features/account/index.ts'
import { PageTop } from '../features/shell/index.ts'
import { paths } from '../paths.ts'

export default function AccountPage() {
  const { t } = useLingui()
  const { data: user } = useSession()
  if (user === null) return <Navigate to={paths.signIn({ return: paths.account() })} replace />
  return (
    <>
      <PageTop title={t`Account`} />
      {user && <Account key={user.id} user={user} />}
    </>
  )
}
