import { useLingui } from '@lingui/react/macro'
import { LayoutGridIcon, LinkIcon, ListIcon } from 'lucide-react'
import { chipValue } from '../../lib/chip-value.ts'
import { setStoredAs } from '../../stores/preferences.ts'
import { ChoiceChip } from '../../ui/choice-chip.tsx'
import { familyIcons } from '../../ui/family.ts'
import { FilterChip } from '../../ui/filter-chip.tsx'
import { OrderMenu } from '../../ui/order-menu.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { TextButton } from '../../ui/text-button.tsx'
import { CreatorChip } from '../businesses/acting/index.ts'
import { STORED_WORDS } from './family-labels.ts'
import {
  isFiltered,
  type Layout,
  NO_FILTERS,
  ORDER_NAMES,
  type Order,
  SOURCES,
  type Source,
  STORED_FAMILIES,
  type StorageView,
} from './search.ts'

type FiltersProps = {
  view: StorageView
  layout: Layout
  onChange: (patch: Partial<StorageView>) => void
}

/** All filters are in the URL, so that a list can be bookmarked and shared. */
export function Filters({ view, layout, onChange }: FiltersProps) {
  const { t, i18n } = useLingui()
  const sources: Record<Source, string> = { upload: t`Uploads`, conversion: t`Results` }
  const orders: Record<Order, string> = {
    newest: t`Newest first`,
    oldest: t`Oldest first`,
    largest: t`Largest first`,
    smallest: t`Smallest first`,
    name: t`Name, A to Z`,
    'name-back': t`Name, Z to A`,
  }
  return (
    <div className="flex flex-none flex-wrap items-center gap-2 border-b border-line-strong px-4 py-2.5 md:ps-6 md:pe-5">
      <SearchBox
        label={t`Search storage`}
        placeholder={t`Name or format`}
        value={view.q}
        onChange={(q) => onChange({ q })}
      />
      {/* On phones one line that scrolls horizontally. */}
      <div className="flex items-center gap-2 max-sm:-mx-4 max-sm:-my-1 max-sm:w-dvw max-sm:overflow-x-auto max-sm:px-4 max-sm:py-1 max-sm:*:flex-none max-sm:[scrollbar-width:none] sm:contents">
        <ChoiceChip
          label={t`Type`}
          options={STORED_FAMILIES}
          wordOf={(family) => i18n._(STORED_WORDS[family])}
          iconOf={(family) => (family === 'other' ? undefined : familyIcons[family])}
          value={view.family}
          onChange={(family) => onChange({ family })}
        />
        <ChoiceChip
          label={t`Source`}
          options={SOURCES}
          wordOf={(source) => sources[source]}
          value={view.source}
          onChange={(source) => onChange({ source })}
        />
        <CreatorChip value={view.by} onChange={(by) => onChange({ by })} />
        <FilterChip
          label={t`Shared`}
          icon={LinkIcon}
          aria-pressed={view.shared}
          onClick={() => onChange({ shared: !view.shared })}
          {...chipValue(view.shared ? t`Shared only` : null, () => onChange({ shared: false }))}
        />
        {isFiltered(view) && (
          <TextButton
            className="ms-1 flex-none text-small"
            onClick={() => onChange(NO_FILTERS)}
          >{t`Clear filters`}</TextButton>
        )}
        <span className="ms-auto flex gap-2">
          <OrderMenu
            orders={ORDER_NAMES}
            words={orders}
            value={view.order}
            onChange={(order) => onChange({ order })}
          />
          <Segmented
            label={t`View`}
            value={layout}
            onChange={(next) => {
              setStoredAs(next)
              onChange({ layout: next })
            }}
            options={[
              { value: 'list', label: t`List`, icon: ListIcon },
              { value: 'grid', label: t`Grid`, icon: LayoutGridIcon },
            ]}
          />
        </span>
      </div>
    </div>
  )
}
