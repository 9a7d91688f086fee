import { useLingui } from '@lingui/react/macro'
import {
  BUSINESS_STATUSES,
  type BusinessStatus,
  VERIFICATION_STATUSES,
} from '../../../../../contract/business-states.ts'
import { chipValue } from '../../../../lib/chip-value.ts'
import { ChoiceChip } from '../../../../ui/choice-chip.tsx'
import { FilterChip } from '../../../../ui/filter-chip.tsx'
import { Popover } from '../../../../ui/popover.tsx'
import { SearchBox } from '../../../../ui/search-box.tsx'
import { ListBar } from '../../../lists/index.ts'
import { VERIFICATION_WORDS } from '../../labels/index.ts'
import { ACTIVITY, type Activity, ORDERS, type Order, type QueueView } from './view.ts'

type QueueFiltersProps = { view: QueueView; onChange: (patch: Partial<QueueView>) => void }

/** All filters are in the URL. */
export function QueueFilters({ view, onChange }: QueueFiltersProps) {
  const { t, i18n } = useLingui()
  const statuses: Record<BusinessStatus, string> = {
    pending: t`Pending`,
    active: t`Active`,
    suspended: t`Suspended`,
    closed: t`Closed`,
  }
  const activity: Record<Activity, string> = { true: t`Activated`, false: t`Deactivated` }
  const orders: Record<Order, string> = {
    waiting: t`Longest waiting`,
    newest: t`Newest first`,
    changed: t`Last modified`,
    name: t`Name`,
  }
  return (
    <ListBar<Order>
      search={{
        label: t`Search businesses`,
        placeholder: t`Name, number or address`,
        value: view.q,
        onChange: (q) => onChange({ q }),
      }}
      chips={
        <>
          <ChoiceChip
            label={t`Verification`}
            options={VERIFICATION_STATUSES}
            wordOf={(one) => i18n._(VERIFICATION_WORDS[one])}
            value={view.verification}
            onChange={(verification) => onChange({ verification })}
          />
          <ChoiceChip
            label={t`Status`}
            options={BUSINESS_STATUSES}
            wordOf={(one) => statuses[one]}
            value={view.status}
            onChange={(status) => onChange({ status })}
          />
          <ChoiceChip
            label={t`Activation`}
            options={ACTIVITY}
            wordOf={(one) => activity[one]}
            value={view.active}
            onChange={(active) => onChange({ active })}
          />
          <TextFilter
            label={t`Industry`}
            value={view.industry}
            onChange={(industry) => onChange({ industry })}
          />
          <TextFilter
            label={t`State or region`}
            value={view.state}
            onChange={(state) => onChange({ state })}
          />
        </>
      }
      order={{ orders: ORDERS, words: orders, value: view.order, onChange: (order) => onChange({ order }) }}
    />
  )
}

type TextFilterProps = { label: string; value: string; onChange: (value: string) => void }

function TextFilter({ label, value, onChange }: TextFilterProps) {
  return (
    <Popover
      label={label}
      trigger={<FilterChip label={label} {...chipValue(value || null, () => onChange(''))} />}
    >
      <SearchBox
        label={label}
        placeholder={label}
        value={value}
        onChange={onChange}
        hotkey=""
        className="w-56"
      />
    </Popover>
  )
}
