import { useLingui } from '@lingui/react/macro'
import { Navigate, useLocation } from 'react-router'
import { useSession } from '../api/account.ts'
import { Accounts } from '../features/admin/index.ts'
import { PageTop } from '../features/shell/index.ts'
import { paths } from '../paths.ts'
import NotFoundPage from './not-found.tsx'

/** For administrators of the server; all other users get "Page not found". */
export default function AdminAccountsPage() {
  const { t } = useLingui()
  const { pathname, search } = useLocation()
  const { data: user } = useSession()
  if (user === null) return <Navigate to={paths.signIn({ return: pathname + search })} replace />
  if (user && !user.is_admin) return <NotFoundPage />
  return (
    <>
      <PageTop title={t`Accounts`} />
      {user && <Accounts />}
    </>
  )
}
