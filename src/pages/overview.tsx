import { useLingui } from '@lingui/react/macro'
import { Navigate } from 'react-router'
import { useSession } from '../api/account.ts'
import { Overview } from '../features/overview/index.ts'
import { PageTop } from '../features/shell/index.ts'
import { formatDay } from '../lib/format-date.ts'
import { paths } from '../paths.ts'

export default function OverviewPage() {
  const { t, i18n } = useLingui()
  const { data: user } = useSession()
  // A visitor has nothing to look over, and came to convert.
  if (user === null) return <Navigate to={paths.convert()} replace />
  return (
    <>
      <PageTop title={t`Overview`} note={formatDay(new Date(), { locale: i18n.locale })} />
      <Overview />
    </>
  )
}
