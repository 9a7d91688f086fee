import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { endOfDay } from '../../../lib/end-of-day.ts'
import { dayKey, formatDateTime } from '../../../lib/format-date.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { Select } from '../../../ui/select.tsx'
import type { EditorDraft } from './draft.ts'
import type { Change } from './use-editor-draft.ts'

const NEVER = 'never'
const DAYS = [1, 2, 3, 7, 14]

/** The title, deadline, reminders, and whether later recipients see earlier ones' values. */
export function TermsPanel({ draft, onChange }: { draft: EditorDraft; onChange: Change }) {
  const { t, i18n } = useLingui()
  const { deadline_at, reminders, show_signatures } = draft
  const deadline = deadline_at === null ? null : new Date(deadline_at)
  const isPast = deadline !== null && deadline.getTime() <= Date.now()
  // An interval that was set elsewhere is an option too.
  const paces = [...new Set([...DAYS, ...(reminders ? [reminders.every_days] : [])])].sort((a, b) => a - b)
  const every = (days: number) => t({ message: plural(days, { one: 'Every day', other: 'Every # days' }) })
  return (
    <div className="grid gap-2.5 border-t border-line-strong p-3">
      <Field inline label={t`Title`} error={!draft.title.trim() && t`Enter a title.`}>
        <Input
          value={draft.title}
          maxLength={200}
          onChange={({ target }) => onChange((now) => ({ ...now, title: target.value }), 'title')}
        />
      </Field>
      <Field
        inline
        label={t`Deadline`}
        error={isPast && t`Choose a later date.`}
        help={deadline && !isPast && formatDateTime(deadline, { locale: i18n.locale })}
      >
        <Input
          type="date"
          value={deadline ? dayKey(deadline) : ''}
          min={dayKey(new Date())}
          onChange={({ target }) =>
            onChange((now) => ({ ...now, deadline_at: endOfDay(target.value) }), 'deadline')
          }
        />
      </Field>
      <Field inline label={t`Reminders`}>
        <Select
          options={[
            { value: NEVER, label: t`Never` },
            ...paces.map((days) => ({ value: String(days), label: every(days) })),
          ]}
          value={reminders ? String(reminders.every_days) : NEVER}
          onChange={(next) =>
            onChange((now) => ({
              ...now,
              reminders: next === NEVER ? null : { first_after_days: Number(next), every_days: Number(next) },
            }))
          }
        />
      </Field>
      <Checkbox
        checked={show_signatures}
        onChange={(on) => onChange((now) => ({ ...now, show_signatures: on }))}
      >
        {t`Later signers can see earlier answers`}
      </Checkbox>
    </div>
  )
}
