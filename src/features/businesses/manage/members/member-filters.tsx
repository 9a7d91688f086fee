import { useLingui } from '@lingui/react/macro'
import { ROLES } from '../../../../../contract/permissions.ts'
import type { Business } from '../../../../api/businesses.ts'
import { ChoiceChip } from '../../../../ui/choice-chip.tsx'
import { OrderMenu } from '../../../../ui/order-menu.tsx'
import { SearchBox } from '../../../../ui/search-box.tsx'
import { Segmented } from '../../../../ui/segmented.tsx'
import { ROLE_WORDS } from '../../labels/index.ts'
import { FACTORS, type Factor, type MembersView, ORDERS, type Order, STATUSES, type Status } from './view.ts'

type MemberFiltersProps = {
  business: Business
  view: MembersView
  onChange: (patch: Partial<MembersView>) => void
}

/** Everything here is in the address, so that a filtered list can be kept, sent and gone back to. */
export function MemberFilters({ business, view, onChange }: MemberFiltersProps) {
  const { t, i18n } = useLingui()
  const statuses: Record<Status, string> = { active: t`Active`, suspended: t`Suspended`, removed: t`Removed` }
  const factors: Record<Factor, string> = { true: t`Two-factor on`, false: t`Two-factor off` }
  const orders: Record<Order, string> = {
    name: t`Name`,
    role: t`Role`,
    active: t`Last active`,
    newest: t`Newest first`,
  }
  const members = view.list === 'members'
  return (
    <div className="flex flex-none flex-wrap items-center gap-2 border-b border-line-strong px-4 py-2.5 md:ps-6 md:pe-5">
      <Segmented
        label={t`Show`}
        options={[
          { value: 'members', label: t`Members`, count: business.members },
          { value: 'invitations', label: t`Invitations`, count: business.invitations },
        ]}
        value={view.list}
        onChange={(list) => onChange({ list, status: null, factor: null })}
      />
      <SearchBox
        label={members ? t`Search members` : t`Search invitations`}
        placeholder={t`Name or e-mail`}
        value={view.q}
        onChange={(q) => onChange({ q })}
        className="min-w-0 flex-1 basis-40 sm:max-w-56"
      />
      <ChoiceChip
        label={t`Role`}
        options={ROLES}
        wordOf={(role) => i18n._(ROLE_WORDS[role])}
        value={view.role}
        onChange={(role) => onChange({ role })}
      />
      {members && (
        <>
          <ChoiceChip
            label={t`Status`}
            options={STATUSES}
            wordOf={(status) => statuses[status]}
            value={view.status}
            onChange={(status) => onChange({ status })}
          />
          <ChoiceChip
            label={t`Two-factor`}
            options={FACTORS}
            wordOf={(factor) => factors[factor]}
            value={view.factor}
            onChange={(factor) => onChange({ factor })}
          />
          <OrderMenu
            className="ms-auto max-sm:ms-0"
            orders={ORDERS}
            words={orders}
            value={view.order}
            onChange={(order) => onChange({ order })}
          />
        </>
      )}
    </div>
  )
}
