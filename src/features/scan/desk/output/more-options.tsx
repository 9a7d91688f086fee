import { useLingui } from '@lingui/react/macro'
import { ChevronRightIcon } from 'lucide-react'
import { useId, useState } from 'react'
import { classNames } from '../../../../lib/class-names.ts'
import { Field } from '../../../../ui/field.tsx'
import { Input } from '../../../../ui/input.tsx'
import { MOST_MARGIN, type OutputForm } from './form.ts'
import { changeForm } from './form-store.ts'

/** Rarely used options, collapsed. */
export function MoreOptions({ form }: { form: OutputForm }) {
  const { t } = useLingui()
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="grid gap-3">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-(--size-control-md) items-center gap-2 rounded-control text-start touch:min-h-(--size-touch)"
      >
        <ChevronRightIcon
          className={classNames('size-3.5 text-ink-faint rtl:-scale-x-100', isOpen && 'rotate-90')}
        />
        <span className="font-medium">{t`More options`}</span>
        {!isOpen && <span className="text-small text-ink-soft">{t`margins, title`}</span>}
      </button>
      <div id={id} hidden={!isOpen} className="grid gap-3">
        <Field label={t`Margin (mm)`}>
          <Input
            type="number"
            min={0}
            max={MOST_MARGIN}
            step={0.5}
            value={form.marginMm}
            onChange={({ target }) => {
              const halves = Math.round(target.valueAsNumber * 2) / 2
              changeForm({ marginMm: Number.isNaN(halves) ? 0 : Math.min(MOST_MARGIN, Math.max(0, halves)) })
            }}
          />
        </Field>
        <Field label={t`Title in PDF properties`}>
          <Input
            value={form.title}
            dir="auto"
            maxLength={200}
            onChange={({ target }) => changeForm({ title: target.value })}
          />
        </Field>
      </div>
    </div>
  )
}
