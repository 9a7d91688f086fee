import { useLingui } from '@lingui/react/macro'
import { Navigate, useLocation, useParams } from 'react-router'
import { useSession } from '../api/account.ts'
import { Desk, DeskActions, DeskNote } from '../features/scan/desk/index.ts'
import { PageTop } from '../features/shell/index.ts'
import { paths } from '../paths.ts'

export default function ScanSessionPage() {
  const { t } = useLingui()
  const { id = '' } = useParams()
  const { pathname, search } = useLocation()
  const { data: user } = useSession()
  if (user === null) return <Navigate to={paths.signIn({ return: pathname + search })} replace />
  return (
    <div className="flex h-full flex-col">
      <PageTop
        title={t`Scan`}
        note={user && <DeskNote session_id={id} />}
        actions={user && <DeskActions session_id={id} />}
      />
      {user && <Desk key={id} session_id={id} />}
    </div>
  )
}
