import { useLingui } from '@lingui/react/macro'
import { PlusIcon } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'

export function SigningActions() {
  const { t } = useLingui()
  return (
    <Button variant="primary" icon={PlusIcon} render={<Link to={paths.newSigning()} />}>
      {t`New signature request`}
    </Button>
  )
}
