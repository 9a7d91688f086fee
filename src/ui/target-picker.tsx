import { useLingui } from '@lingui/react/macro'
import { ChevronDownIcon } from 'lucide-react'
import { Combobox, type ComboboxGroup, type ComboboxItem } from './combobox.tsx'

type TargetPickerProps = {
  /** The best three for this file, shown first. */
  best: readonly ComboboxItem[]
  /** All others by kind. */
  kinds: readonly ComboboxGroup[]
  value: string
  /** The trigger's label, if the selected item's label is too long. */
  shown?: string
  onChange: (value: string) => void
  disabled?: boolean
}

/** The motif's target while it can change: `<Motif picker={<TargetPicker … />}>`. */
export function TargetPicker({ best, kinds, value, shown, onChange, disabled }: TargetPickerProps) {
  const { t } = useLingui()
  const groups =
    best.length > 0 ? [{ name: t`Best for this file`, items: best.slice(0, 3) }, ...kinds] : kinds
  const label =
    shown ?? groups.flatMap((group) => group.items).find((item) => item.value === value)?.label ?? value
  return (
    <Combobox
      groups={groups}
      value={value}
      onChange={onChange}
      label={t`Output format`}
      disabled={disabled}
      mono
      trigger={
        <button type="button" className="motif-box motif-target" translate="no">
          {label}
          <ChevronDownIcon className="opacity-70" />
        </button>
      }
    />
  )
}
