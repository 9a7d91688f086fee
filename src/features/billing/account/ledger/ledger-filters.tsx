import { useLingui } from '@lingui/react/macro'
import { useBalance } from '../../../../api/billing.ts'
import { chipValue } from '../../../../lib/chip-value.ts'
import { ChoiceChip } from '../../../../ui/choice-chip.tsx'
import { DateFilter } from '../../../../ui/date-filter.tsx'
import { familyIcons } from '../../../../ui/family.ts'
import { FilterChip } from '../../../../ui/filter-chip.tsx'
import { Menu } from '../../../../ui/menu.tsx'
import { TextButton } from '../../../../ui/text-button.tsx'
import { CreatorChip } from '../../../businesses/acting/index.ts'
import { CREDIT_AREA_NAMES, isFamily } from '../areas.ts'
import { AREA_NAMES, useLotName } from '../labels.ts'
import { DIRECTIONS, isFiltered, type LedgerView, NO_FILTER } from './view.ts'

type LedgerFiltersProps = { view: LedgerView; onChange: (patch: Partial<LedgerView>) => void }

/** All filters are in the URL, so that a filtered ledger can be bookmarked and shared. */
export function LedgerFilters({ view, onChange }: LedgerFiltersProps) {
  const { t, i18n } = useLingui()
  const directions = { in: t`Added`, out: t`Deducted` }
  return (
    <div className="flex flex-none flex-wrap items-center gap-2 border-b border-line-strong px-4 py-2.5 md:ps-6 md:pe-5">
      <DateFilter from={view.from} to={view.to} onChange={onChange} />
      <ChoiceChip
        label={t`Direction`}
        options={DIRECTIONS}
        wordOf={(one) => directions[one]}
        value={view.direction}
        onChange={(direction) => onChange({ direction })}
      />
      <ChoiceChip
        label={t`Area`}
        options={CREDIT_AREA_NAMES}
        wordOf={(area) => i18n._(AREA_NAMES[area])}
        iconOf={(area) => (isFamily(area) ? familyIcons[area] : undefined)}
        value={view.area}
        onChange={(area) => onChange({ area })}
      />
      <CreatorChip value={view.by} onChange={(by) => onChange({ by })} />
      <LotChip value={view.lot} onChange={(lot) => onChange({ lot })} />
      {isFiltered(view) && (
        <TextButton className="ms-1 text-small" onClick={() => onChange(NO_FILTER)}>
          {t`Clear filters`}
        </TextButton>
      )}
    </div>
  )
}

type LotChipProps = { value: string | null; onChange: (lot: string | null) => void }

/** Lots with remaining credits; a used-up lot is filtered by a link. */
function LotChip({ value, onChange }: LotChipProps) {
  const { t } = useLingui()
  const nameOf = useLotName()
  const { data } = useBalance()
  const lots = data?.lots ?? []
  const chosen = lots.find(({ lot_id }) => lot_id === value)
  const words = value === null ? null : chosen ? nameOf(chosen) : t`Selected lot`
  if (lots.length === 0 && value === null) return null
  return (
    <Menu
      align="start"
      trigger={<FilterChip label={t`Lot`} {...chipValue(words, () => onChange(null))} />}
      entries={lots.map((lot) => ({
        label: nameOf(lot),
        checked: lot.lot_id === value,
        onChange: (checked: boolean) => onChange(checked ? lot.lot_id : null),
      }))}
    />
  )
}
