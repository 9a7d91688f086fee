import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { Permission } from '../../../../contract/permissions.ts'
import type { Business } from '../../../api/businesses.ts'
import { formatNumber } from '../../../lib/format-number.ts'
import { type BusinessTab, paths } from '../../../paths.ts'
import { TabLinks } from '../../../ui/tab-links.tsx'
import { useVerificationNote } from './verification/use-verification-note.ts'

/** The permission that a tab requires. */
const NEEDS: Partial<Record<BusinessTab, Permission>> = {
  verification: 'verification:read',
  members: 'members:read',
  'api-keys': 'keys:read',
  audit: 'audit:read',
}

export const mayOpen = ({ permissions }: Business, tab: BusinessTab): boolean => {
  const needed = NEEDS[tab]
  return needed === undefined || permissions.includes(needed)
}

export function BusinessTabs({ business, tab }: { business: Business; tab: string }) {
  const { t, i18n } = useLingui()
  const verification = useVerificationNote(business)
  const { business_id: id, members, invitations } = business
  const number = formatNumber(members, i18n.locale)
  const tabs: { value: BusinessTab; label: string; note?: string | undefined }[] = [
    { value: 'overview', label: t`Overview` },
    { value: 'profile', label: t`Profile` },
    { value: 'verification', label: t`Verification`, note: verification },
    {
      value: 'members',
      label: t`Members`,
      note:
        invitations > 0
          ? t({
              message: plural(invitations, { one: `${number}, # invited`, other: `${number}, # invited` }),
            })
          : number,
    },
    { value: 'roles', label: t`Roles` },
    { value: 'policies', label: t`Policies` },
    { value: 'api-keys', label: t`API keys` },
    { value: 'audit', label: t`Audit log` },
  ]
  return (
    <TabLinks
      label={t`Business sections`}
      className="flex-none"
      value={tab}
      tabs={tabs
        .filter(({ value }) => mayOpen(business, value))
        .map((one) => ({ ...one, value: one.value as string, to: paths.business(id, one.value) }))}
    />
  )
}
