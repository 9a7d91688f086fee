import { useLingui } from '@lingui/react/macro'
import { serverText } from '../../lib/server-text.ts'
import { OptionControl, type OptionField, optionFields, withoutDefaults } from '../convert/options/index.ts'
import { SecretField } from './secret-field.tsx'
import { StepFiles } from './step-files.tsx'
import type { StepRowProps } from './step-row.tsx'

type StepFormProps = Pick<StepRowProps, 'step' | 'entry' | 'check' | 'onChange'>

/**
 * A step's options, rendered from the operation's schema, and its additional files. Changes apply
 * immediately.
 */
export function StepForm({ step, entry, check, onChange }: StepFormProps) {
  const { t, i18n } = useLingui()
  const fields = optionFields(entry?.options, (english) => serverText(i18n, english))
  const takesFiles = (entry?.max_files ?? 1) > 1 || step.files.length > 0
  // The row shows errors of the whole step; here are those of single options.
  const errorOf = ({ name }: OptionField) =>
    check?.path === `options.${name}` ? (check.problem ?? undefined) : undefined

  if (fields.length === 0 && !takesFiles)
    return <p className="text-small text-ink-soft">{t`This step has no options.`}</p>
  return (
    <div className="grid gap-4">
      {takesFiles && <StepFiles step={step} onChange={onChange} />}
      {fields.length > 0 && (
        <div className="grid items-start gap-x-8 gap-y-3 lg:grid-cols-2">
          {fields.map((field) =>
            field.kind === 'text' && field.secret ? (
              <SecretField
                key={field.name}
                field={field}
                kept={step.secrets.includes(field.name)}
                typed={step.typed[field.name]}
                error={errorOf(field)}
                onChange={(value) => {
                  const { [field.name]: _, ...rest } = step.typed
                  onChange({ typed: value === undefined ? rest : { ...rest, [field.name]: value } })
                }}
              />
            ) : (
              <OptionControl
                key={field.name}
                field={field}
                value={field.name in step.options ? step.options[field.name] : field.initial}
                onChange={(value) =>
                  onChange({ options: withoutDefaults(fields, { ...step.options, [field.name]: value }) })
                }
                error={errorOf(field)}
              />
            ),
          )}
        </div>
      )}
    </div>
  )
}
