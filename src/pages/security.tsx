import { useLingui } from '@lingui/react/macro'
import { Navigate, useLocation } from 'react-router'
import { useSession } from '../api/account.ts'
import { ChangedNote, Security, SecurityLinks } from '../features/mfa/setup/index.ts'
import { PageTop } from '../features/shell/index.ts'
import { paths } from '../paths.ts'

export default function SecurityPage() {
  const { t } = useLingui()
  const { pathname, search } = useLocation()
  const { data: user } = useSession()
  if (user === null) return <Navigate to={paths.signIn({ return: pathname + search })} replace />
  return (
    <>
      <PageTop
        title={t`Security`}
        note={user && <ChangedNote />}
        actions={<SecurityLinks here="security" />}
      />
      {user && <Security key={user.id} user={user} />}
    </>
  )
}
