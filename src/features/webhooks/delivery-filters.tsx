import { useLingui } from '@lingui/react/macro'
import type { EventType } from '../../api/webhooks.ts'
import { ChoiceChip } from '../../ui/choice-chip.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { useDeliveryLabels } from './delivery-labels.ts'
import { DELIVERY_STATUSES, type DeliveryView } from './delivery-view.ts'
import { TimeFilter } from './time-filter.tsx'

type DeliveryFiltersProps = {
  view: DeliveryView
  types: readonly EventType[]
  onChange: (patch: Partial<DeliveryView>) => void
}

export function DeliveryFilters({ view, types, onChange }: DeliveryFiltersProps) {
  const { t } = useLingui()
  const { statuses } = useDeliveryLabels()
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2.5">
      <SearchBox
        label={t`Search deliveries by ID`}
        placeholder={t`Delivery, event or object ID`}
        value={view.q}
        onChange={(q) => onChange({ q })}
        className="min-w-0 flex-1 basis-48 sm:max-w-64"
      />
      <ChoiceChip
        label={t`Status`}
        options={DELIVERY_STATUSES}
        wordOf={(one) => statuses[one]}
        value={view.status}
        onChange={(status) => onChange({ status })}
      />
      <ChoiceChip
        label={t`Event type`}
        options={types}
        wordOf={(one) => one}
        value={view.type}
        onChange={(type) => onChange({ type })}
      />
      <TimeFilter view={view} onChange={onChange} />
    </div>
  )
}
