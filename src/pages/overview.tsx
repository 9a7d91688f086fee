import { useLingui } from '@lingui/react/macro'
import { SignatureIcon } from 'lucide-react'
import { Link, Navigate } from 'react-router'
import { useSession } from '../api/account.ts'
import { useMay } from '../features/businesses/acting/index.ts'
import { Overview } from '../features/overview/index.ts'
import { PageTop } from '../features/shell/index.ts'
import { formatDay } from '../lib/format-date.ts'
import { useMedia } from '../lib/use-media.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'

export default function OverviewPage() {
  const { t, i18n } = useLingui()
  const { data: user } = useSession()
  const may = useMay()
  const phone = useMedia('(max-width: 39.99rem)')
  // Guests have no data for an overview, so they start at Convert.
  if (user === null) return <Navigate to={paths.convert()} replace />
  return (
    <>
      <PageTop
        title={t`Overview`}
        note={formatDay(new Date(), { locale: i18n.locale })}
        actions={
          user &&
          !phone &&
          may('signing:write') && (
            <Button icon={SignatureIcon} render={<Link to={paths.newSigning()} />}>
              {t`New signature request`}
            </Button>
          )
        }
      />
      <Overview />
    </>
  )
}
