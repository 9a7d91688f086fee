import { useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { Navigate, useLocation } from 'react-router'
import { useSession } from '../api/account.ts'
import { Sessions, StartButton } from '../features/scan/desk/index.ts'
import { PageTop } from '../features/shell/index.ts'
import { paths } from '../paths.ts'

/** A pairing link, opened on a phone where a user is signed in. */
const TOKEN = /^#[\w-]{43}$/

export default function ScanPage() {
  const { t } = useLingui()
  const { pathname, search, hash } = useLocation()
  const { data: user } = useSession()
  const isPairing = TOKEN.test(hash)
  useEffect(() => {
    // The phone's page is separate from the dashboard.
    if (isPairing) location.replace(`/s${hash}`)
  }, [isPairing, hash])
  if (isPairing) return null
  if (user === null) return <Navigate to={paths.signIn({ return: pathname + search })} replace />
  return (
    <>
      <PageTop title={t`Scan`} actions={user && <StartButton />} />
      {user && <Sessions />}
    </>
  )
}
