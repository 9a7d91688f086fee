import { useLingui } from '@lingui/react/macro'
import { UploadIcon, UserPlusIcon } from 'lucide-react'
import { Link, useNavigate } from 'react-router'
import type { Business } from '../../../api/businesses.ts'
import { paths } from '../../../paths.ts'
import { useActing } from '../../../stores/acting.ts'
import { Button } from '../../../ui/button.tsx'
import { NewKeyButton } from '../../api-keys/index.ts'
import { useSwitch } from '../acting/index.ts'
import { can } from './rights.ts'

/** The actions in the header of a tab. */
export function BusinessActions({ business, tab }: { business: Business; tab: string }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const change = useSwitch()
  const acting = useActing((state) => state.id)
  const { business_id: id, role } = business
  if (tab === 'members' && can(business, 'members:write'))
    return (
      <>
        <Button
          icon={UploadIcon}
          render={<Link to={paths.business(id, 'members', { dialog: 'import' })} replace />}
        >
          {t`Import CSV`}
        </Button>
        <Button
          variant="primary"
          icon={UserPlusIcon}
          render={<Link to={paths.business(id, 'members', { dialog: 'invite' })} replace />}
        >
          {t`Invite members`}
        </Button>
      </>
    )
  if (tab === 'api-keys' && can(business, 'keys:write')) return <NewKeyButton business={id} />
  if (tab === 'overview' && role && acting !== id)
    return (
      <Button variant="primary" onClick={() => change(id, () => void navigate(paths.overview()))}>
        {t`Switch to business`}
      </Button>
    )
  return null
}
