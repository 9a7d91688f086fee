import { useLingui } from '@lingui/react/macro'
import type { Permission } from '../../../../contract/permissions.ts'
import { type BillingTab, paths } from '../../../paths.ts'
import { TabLinks } from '../../../ui/tab-links.tsx'
import { useMay } from '../../businesses/acting/index.ts'

/** The additional permission that a tab requires. */
export const NEEDS: Partial<Record<BillingTab, Permission>> = {
  purchases: 'billing:read',
  settings: 'billing:read',
}

export function BillingTabs({ tab }: { tab: string }) {
  const { t } = useLingui()
  const may = useMay()
  const tabs: { value: BillingTab; label: string }[] = [
    { value: 'overview', label: t`Overview` },
    { value: 'plans', label: t`Plans` },
    { value: 'ledger', label: t`Ledger` },
    { value: 'purchases', label: t`Purchases` },
    { value: 'settings', label: t`Settings` },
  ]
  return (
    <TabLinks
      label={t`Billing sections`}
      className="flex-none"
      value={tab}
      tabs={tabs
        .filter(({ value }) => NEEDS[value] === undefined || may(NEEDS[value]))
        .map((one) => ({ ...one, value: one.value as string, to: paths.billing(one.value) }))}
    />
  )
}
