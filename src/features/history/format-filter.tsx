import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useCatalog } from '../../api/convert.ts'
import { FAMILY_NAMES } from '../../lib/families.ts'
import { formatLabel } from '../../lib/format-label.ts'
import { Combobox } from '../../ui/combobox.tsx'
import { FilterChip } from '../../ui/filter-chip.tsx'
import { FAMILY_WORDS } from '../convert/conversion/index.ts'

type FormatFilterProps = { format: string | null; onChange: (format: string | null) => void }

/** As source or target. */
export function FormatFilter({ format, onChange }: FormatFilterProps) {
  const { t, i18n } = useLingui()
  const [near, setNear] = useState(false)
  const { catalog } = useCatalog(near)
  const groups = FAMILY_NAMES.map((family) => ({
    name: i18n._(FAMILY_WORDS[family]),
    items: catalog.formats
      .filter((one) => one.family === family)
      .map((one) => ({ value: one.format, label: one.label, words: one.extensions.join(' ') })),
  })).filter(({ items }) => items.length > 0)
  // The list is loaded with the popup's code, on hover or focus.
  const whenNear = { onPointerEnter: () => setNear(true), onFocus: () => setNear(true) }
  return (
    <Combobox
      label={t`Format`}
      mono
      groups={groups}
      value={format}
      onChange={onChange}
      trigger={
        format === null ? (
          <FilterChip label={t`Format`} {...whenNear} />
        ) : (
          <FilterChip
            label={t`Format`}
            value={formatLabel(format)}
            onClear={() => onChange(null)}
            {...whenNear}
          />
        )
      }
    />
  )
}
