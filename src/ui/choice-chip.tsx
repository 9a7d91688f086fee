import type { LucideIcon } from 'lucide-react'
import { chipValue } from '../lib/chip-value.ts'
import { FilterChip } from './filter-chip.tsx'
import { Menu } from './menu.tsx'

type ChoiceChipProps<T extends string> = {
  label: string
  options: readonly T[]
  wordOf: (option: T) => string
  iconOf?: (option: T) => LucideIcon | undefined
  value: T | null
  onChange: (value: T | null) => void
}

/** A filter with one of several values, or none. */
export function ChoiceChip<T extends string>(props: ChoiceChipProps<T>) {
  const { label, options, wordOf, iconOf, value, onChange } = props
  return (
    <Menu
      align="start"
      trigger={<FilterChip label={label} {...chipValue(value && wordOf(value), () => onChange(null))} />}
      entries={options.map((option) => {
        const icon = iconOf?.(option)
        return {
          label: wordOf(option),
          ...(icon && { icon }),
          checked: value === option,
          onChange: (checked) => onChange(checked ? option : null),
        }
      })}
    />
  )
}
