import { useLingui } from '@lingui/react/macro'
import { Navigate, useLocation } from 'react-router'
import { useSession } from '../api/account.ts'
import { ApiKeys, NewKeyButton } from '../features/api-keys/index.ts'
import { SecurityLinks } from '../features/mfa/setup/index.ts'
import { PageTop } from '../features/shell/index.ts'
import { paths } from '../paths.ts'

export default function ApiKeysPage() {
  const { t } = useLingui()
  const { pathname, search } = useLocation()
  const { data: user } = useSession()
  if (user === null) return <Navigate to={paths.signIn({ return: pathname + search })} replace />
  return (
    <>
      <PageTop
        title={t`API keys`}
        actions={
          <>
            <SecurityLinks here="keys" />
            <NewKeyButton />
          </>
        }
      />
      {user && <ApiKeys />}
    </>
  )
}
