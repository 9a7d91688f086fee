import { useLingui } from '@lingui/react/macro'
import { KeyRoundIcon, ScrollTextIcon, ShieldCheckIcon } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'

type Page = 'security' | 'keys' | 'log'

/** Links between the pages of the area, in each header. */
export function SecurityLinks({ here }: { here: Page }) {
  const { t } = useLingui()
  const links = [
    { page: 'security', label: t`Security`, icon: ShieldCheckIcon, path: paths.security() },
    { page: 'keys', label: t`API keys`, icon: KeyRoundIcon, path: paths.apiKeys() },
    { page: 'log', label: t`Security log`, icon: ScrollTextIcon, path: paths.securityLog() },
  ]
  return links
    .filter(({ page }) => page !== here)
    .map(({ page, label, icon, path }) => (
      <Button key={page} variant="ghost" icon={icon} render={<Link to={path} />}>
        {label}
      </Button>
    ))
}
