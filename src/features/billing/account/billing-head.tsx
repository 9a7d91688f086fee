import { useLingui } from '@lingui/react/macro'
import { PlusIcon } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { usePricing } from '../../../api/billing.ts'
import { paths } from '../../../paths.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { useActingFor, useMay } from '../../businesses/acting/index.ts'

/** The account that is billed, and a note if payments are simulated. */
export function BillingNote() {
  const member = useActingFor()
  return (
    <span className="flex flex-wrap items-center gap-x-3">
      {member && <span translate="no">{member.business.name}</span>}
      <SandboxMark />
    </span>
  )
}

/** The same on phones, where the page header has no space for it. */
export const SandboxLine = () => (
  <p className="flex-none px-4 pt-3 empty:hidden sm:hidden">
    <SandboxMark />
  </p>
)

function SandboxMark() {
  const { t } = useLingui()
  const { data } = usePricing()
  return data?.mode === 'sandbox' && <Badge tone="warn">{t`Sandbox: test money`}</Badge>
}

const ExportLedger = lazy(async () => ({ default: (await import('./ledger/ledger-tab.tsx')).ExportLedger }))

/** The actions of every tab except Plans. */
export function BillingActions({ tab }: { tab: string }) {
  const { t } = useLingui()
  const may = useMay()
  if (tab === 'ledger')
    return (
      <Suspense>
        <ExportLedger />
      </Suspense>
    )
  if (tab === 'plans')
    return <span className="self-center text-small text-ink-soft">{t`Prices exclude tax`}</span>
  if (!may('billing:write')) return null
  return (
    <Button variant="primary" icon={PlusIcon} render={<Link to={paths.billing('plans')} />}>
      {t`Buy credits`}
    </Button>
  )
}
