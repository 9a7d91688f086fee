import { useLingui } from '@lingui/react/macro'
import { CalendarIcon } from 'lucide-react'
import { chipValue } from '../../lib/chip-value.ts'
import { formatMoment } from '../../lib/format-date.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { FilterChip } from '../../ui/filter-chip.tsx'
import { Input } from '../../ui/input.tsx'
import { Popover } from '../../ui/popover.tsx'
import { type DeliveryView, instantOfLocal, localOf } from './delivery-view.ts'

type TimeFilterProps = { view: DeliveryView; onChange: (patch: Partial<DeliveryView>) => void }

const HOUR = 3_600_000

/** A time filter with minutes. A preset is written to the URL as absolute times. */
export function TimeFilter({ view: { since, until }, onChange }: TimeFilterProps) {
  const { t, i18n } = useLingui()
  const say = (at: string) => formatMoment(new Date(at), { locale: i18n.locale })
  const [first, last] = [since && say(since), until && say(until)]
  const words =
    first && last ? t`${first} to ${last}` : first ? t`Since ${first}` : last ? t`Until ${last}` : null
  const presets = [
    { label: t`Last hour`, hours: 1 },
    { label: t`Last 24 hours`, hours: 24 },
    { label: t`Last 7 days`, hours: 168 },
  ]
  return (
    <Popover
      label={t`Time`}
      trigger={
        <FilterChip
          label={t`Time`}
          icon={CalendarIcon}
          {...chipValue(words, () => onChange({ since: null, until: null }))}
        />
      }
    >
      <div className="grid w-64 gap-3">
        <div className="flex flex-wrap gap-2">
          {presets.map(({ label, hours }) => (
            <Button
              key={label}
              size={24}
              onClick={() =>
                onChange({ since: new Date(Date.now() - hours * HOUR).toISOString(), until: null })
              }
            >
              {label}
            </Button>
          ))}
        </div>
        <Field label={t`Since`}>
          <Input
            type="datetime-local"
            size={28}
            value={localOf(since)}
            onChange={({ target }) => onChange({ since: instantOfLocal(target.value) })}
          />
        </Field>
        <Field label={t`Until`}>
          <Input
            type="datetime-local"
            size={28}
            value={localOf(until)}
            onChange={({ target }) => onChange({ until: instantOfLocal(target.value) })}
          />
        </Field>
      </div>
    </Popover>
  )
}
