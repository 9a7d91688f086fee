import { useLingui } from '@lingui/react/macro'
import { Navigate, useLocation } from 'react-router'
import { useSession } from '../api/account.ts'
import { PageTop } from '../features/shell/index.ts'
import { NewSigning } from '../features/signing/editor/index.ts'
import { paths } from '../paths.ts'

/** Selects the document for a signature request. */
export default function NewSigningPage() {
  const { t } = useLingui()
  const { pathname, search } = useLocation()
  const { data: user } = useSession()
  if (user === null) return <Navigate to={paths.signIn({ return: pathname + search })} replace />
  return (
    <div className="flex h-full flex-col">
      <PageTop title={t`New signature request`} />
      {user && <NewSigning />}
    </div>
  )
}
