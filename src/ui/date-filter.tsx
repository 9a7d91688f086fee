import { useLingui } from '@lingui/react/macro'
import { CalendarIcon } from 'lucide-react'
import { chipValue } from '../lib/chip-value.ts'
import { dayKey, formatDate } from '../lib/format-date.ts'
import { Button } from './button.tsx'
import { Field } from './field.tsx'
import { FilterChip } from './filter-chip.tsx'
import { Input } from './input.tsx'
import { Popover } from './popover.tsx'

type DateFilterProps = {
  /** Calendar days in this device's time zone, "2026-11-21"; null for no bound. */
  from: string | null
  to: string | null
  onChange: (patch: { from?: string | null; to?: string | null }) => void
}

const daysAgo = (days: number): string => dayKey(new Date(Date.now() - days * 86_400_000))

/** A filter by whole days. */
export function DateFilter({ from, to, onChange }: DateFilterProps) {
  const { t } = useLingui()
  const words = useRangeLabels()(from, to)
  const presets = [
    { label: t`Today`, from: daysAgo(0) },
    { label: t`Last 7 days`, from: daysAgo(6) },
    { label: t`Last 30 days`, from: daysAgo(29) },
  ]
  return (
    <Popover
      label={t`Date`}
      trigger={
        <FilterChip
          label={t`Date`}
          icon={CalendarIcon}
          {...chipValue(words, () => onChange({ from: null, to: null }))}
        />
      }
    >
      <div className="grid w-64 gap-3">
        <div className="flex flex-wrap gap-2">
          {presets.map((preset) => (
            <Button key={preset.label} size={24} onClick={() => onChange({ from: preset.from, to: null })}>
              {preset.label}
            </Button>
          ))}
        </div>
        <Field label={t`From`}>
          <Input
            type="date"
            size={28}
            value={from ?? ''}
            max={to ?? undefined}
            onChange={({ target }) => onChange({ from: target.value || null })}
          />
        </Field>
        <Field label={t`To`}>
          <Input
            type="date"
            size={28}
            value={to ?? ''}
            min={from ?? undefined}
            onChange={({ target }) => onChange({ to: target.value || null })}
          />
        </Field>
      </div>
    </Popover>
  )
}

/** "Last 7 days", "1 November to 21 November", "From 1 November". */
function useRangeLabels() {
  const { t, i18n } = useLingui()
  return (from: string | null, to: string | null): string | null => {
    if (!from && !to) return null
    const say = (day: string) => formatDate(new Date(`${day}T12:00`), { locale: i18n.locale })
    if (from && !to) {
      if (from === daysAgo(0)) return t`Today`
      if (from === daysAgo(6)) return t`Last 7 days`
      if (from === daysAgo(29)) return t`Last 30 days`
      const first = say(from)
      return t`From ${first}`
    }
    const last = say(to ?? '')
    if (!from) return t`To ${last}`
    const first = say(from)
    return t`${first} to ${last}`
  }
}
