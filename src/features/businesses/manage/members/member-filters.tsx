import { useLingui } from '@lingui/react/macro'
import { ROLES } from '../../../../../contract/permissions.ts'
import type { Business } from '../../../../api/businesses.ts'
import { ChoiceChip } from '../../../../ui/choice-chip.tsx'
import { Segmented } from '../../../../ui/segmented.tsx'
import { ListBar } from '../../../lists/index.ts'
import { ROLE_WORDS } from '../../labels/index.ts'
import { useStatusWords } from './use-status-words.ts'
import { FACTORS, type Factor, type MembersView, ORDERS, type Order, STATUSES } from './view.ts'

type MemberFiltersProps = {
  business: Business
  view: MembersView
  onChange: (patch: Partial<MembersView>) => void
}

/** All filters are in the URL, so that a filtered list can be bookmarked and shared. */
export function MemberFilters({ business, view, onChange }: MemberFiltersProps) {
  const { t, i18n } = useLingui()
  const statuses = useStatusWords()
  const factors: Record<Factor, string> = { true: t`Two-factor on`, false: t`Two-factor off` }
  const orders: Record<Order, string> = {
    name: t`Name`,
    role: t`Role`,
    active: t`Last active`,
    newest: t`Newest first`,
  }
  const members = view.list === 'members'
  return (
    <ListBar<Order>
      lead={
        <Segmented
          label={t`Show`}
          options={[
            { value: 'members', label: t`Members`, count: business.members },
            { value: 'invitations', label: t`Invitations`, count: business.invitations },
          ]}
          value={view.list}
          onChange={(list) => onChange({ list, status: null, factor: null })}
        />
      }
      search={{
        label: members ? t`Search members` : t`Search invitations`,
        placeholder: t`Name or e-mail`,
        value: view.q,
        onChange: (q) => onChange({ q }),
      }}
      chips={
        <>
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
            </>
          )}
        </>
      }
      {...(members && {
        order: { orders: ORDERS, words: orders, value: view.order, onChange: (order) => onChange({ order }) },
      })}
    />
  )
}
