import { useLingui } from '@lingui/react/macro'
import { EyeOffIcon } from 'lucide-react'
import { chipValue } from '../../lib/chip-value.ts'
import { FAMILY_NAMES } from '../../lib/families.ts'
import { ChoiceChip } from '../../ui/choice-chip.tsx'
import { DateFilter } from '../../ui/date-filter.tsx'
import { familyIcons } from '../../ui/family.ts'
import { FilterChip } from '../../ui/filter-chip.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { TextButton } from '../../ui/text-button.tsx'
import { CreatorChip } from '../businesses/acting/index.ts'
import { FAMILY_WORDS } from '../convert/conversion/index.ts'
import { ColumnsMenu } from './columns-menu.tsx'
import { ExportLink } from './export-link.tsx'
import { FormatFilter } from './format-filter.tsx'
import {
  COSTS,
  type CostFilter,
  type HistoryView,
  isFiltered,
  MUCH,
  STATUSES,
  type StatusFilter,
} from './search.ts'

type FiltersProps = { view: HistoryView; onChange: (patch: Partial<HistoryView>) => void }

const NONE: Partial<HistoryView> = {
  q: '',
  family: null,
  status: null,
  format: null,
  cost: null,
  by: null,
  hidden: false,
  from: null,
  to: null,
}

/**
 * All filters are in the URL, so that a filtered list can be bookmarked, shared and returned to.
 */
export function Filters({ view, onChange }: FiltersProps) {
  const { t, i18n } = useLingui()
  const statusWords: Record<StatusFilter, string> = {
    pending: t`In progress`,
    completed: t`Completed`,
    failed: t`Failed`,
    cancelled: t`Cancelled`,
  }
  const costWords: Record<CostFilter, string> = {
    free: t`0 credits`,
    paid: t`1 or more`,
    much: t`${MUCH} or more`,
  }
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line-strong px-4 py-2.5 md:ps-6 md:pe-5">
      <SearchBox
        label={t`Search history`}
        placeholder={t`Name, format or ID`}
        value={view.q}
        onChange={(q) => onChange({ q })}
      />
      {/* One line that scrolls horizontally on phones, so that the list keeps its height. */}
      <div className="flex items-center gap-2 max-sm:-mx-4 max-sm:*:flex-none max-sm:-my-1 max-sm:w-dvw max-sm:overflow-x-auto max-sm:px-4 max-sm:py-1 max-sm:[scrollbar-width:none] sm:contents">
        <DateFilter from={view.from} to={view.to} onChange={onChange} />
        <ChoiceChip
          label={t`Type`}
          options={FAMILY_NAMES}
          wordOf={(family) => i18n._(FAMILY_WORDS[family])}
          iconOf={(family) => familyIcons[family]}
          value={view.family}
          onChange={(family) => onChange({ family })}
        />
        <ChoiceChip
          label={t`Status`}
          options={STATUSES}
          wordOf={(status) => statusWords[status]}
          value={view.status}
          onChange={(status) => onChange({ status })}
        />
        <FormatFilter format={view.format} onChange={(format) => onChange({ format })} />
        <ChoiceChip
          label={t`Charged`}
          options={COSTS}
          wordOf={(cost) => costWords[cost]}
          value={view.cost}
          onChange={(cost) => onChange({ cost })}
        />
        <CreatorChip value={view.by} onChange={(by) => onChange({ by })} />
        <FilterChip
          label={t`Hidden`}
          icon={EyeOffIcon}
          aria-pressed={view.hidden}
          onClick={() => onChange({ hidden: !view.hidden })}
          {...chipValue(view.hidden ? t`Hidden only` : null, () => onChange({ hidden: false }))}
        />
        <ExportLink size={28} className="sm:hidden" />
        {isFiltered(view) && (
          <TextButton
            className="ms-1 flex-none text-small"
            onClick={() => onChange(NONE)}
          >{t`Clear filters`}</TextButton>
        )}
        <ColumnsMenu />
      </div>
    </div>
  )
}
