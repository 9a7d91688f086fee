import { useLingui } from '@lingui/react/macro'
import { PlusIcon, XIcon } from 'lucide-react'
import type { SigningField } from '../../../api/signing.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Field } from '../../../ui/field.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Input } from '../../../ui/input.tsx'
import { Select } from '../../../ui/select.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { type EditorRecipient, putField } from './draft.ts'
import { removeOption, renameOption, withOption } from './new-field.ts'
import type { Change } from './use-editor-draft.ts'

type FieldSettingsProps = { field: SigningField; recipients: readonly EditorRecipient[]; onChange: Change }

const MOST_OPTIONS = 100
const WRITTEN: readonly SigningField['kind'][] = ['text', 'number', 'name', 'email', 'date']

/** The recipient, name, constraints and initial value of a field. */
export function FieldSettings({ field, recipients, onChange }: FieldSettingsProps) {
  const { t } = useLingui()
  const { kind } = field
  const put = (patch: Partial<SigningField>) =>
    onChange((now) => putField(now, { ...field, ...patch }), `${Object.keys(patch)[0]} of ${field.id}`)
  const number = (text: string) =>
    text.trim() === '' || !Number.isFinite(Number(text)) ? null : Number(text)
  return (
    <div className="grid w-72 max-w-full gap-3">
      <Field label={t`Recipient`}>
        <Select
          options={recipients
            .filter(({ role }) => role === 'signer')
            .map(({ id, name }) => ({ value: id, label: name }))}
          value={field.recipient_id}
          onChange={(recipient_id) => put({ recipient_id })}
        />
      </Field>
      <Field label={t`Label`} help={t`Shown to the recipient as the field’s name.`}>
        <Input value={field.label} maxLength={200} onChange={(event) => put({ label: event.target.value })} />
      </Field>
      <Field label={t`Help text`}>
        <Textarea
          rows={2}
          value={field.help}
          maxLength={500}
          onChange={(event) => put({ help: event.target.value })}
        />
      </Field>
      {(kind === 'choice' || kind === 'radio') && <Options field={field} onChange={onChange} />}
      {kind === 'text' && (
        <Field label={t`Maximum characters`}>
          <Input
            inputMode="numeric"
            value={field.max_length ?? ''}
            onChange={(event) => {
              const most = number(event.target.value)
              put({ max_length: most === null ? null : Math.min(10_000, Math.max(1, Math.round(most))) })
            }}
          />
        </Field>
      )}
      {kind === 'number' && (
        <div className="grid grid-cols-2 gap-3">
          <Field label={t`Minimum`}>
            <Input
              inputMode="decimal"
              defaultValue={field.min ?? ''}
              onBlur={(event) => put({ min: number(event.target.value) })}
            />
          </Field>
          <Field
            label={t`Maximum`}
            error={
              field.min !== null &&
              field.max !== null &&
              field.min > field.max &&
              t`Maximum is below minimum.`
            }
          >
            <Input
              inputMode="decimal"
              defaultValue={field.max ?? ''}
              onBlur={(event) => put({ max: number(event.target.value) })}
            />
          </Field>
        </div>
      )}
      {WRITTEN.includes(kind) && <FixedValue field={field} onChange={onChange} />}
      {kind === 'checkbox' && (
        <Checkbox checked={field.value === true} onChange={(on) => put({ value: on || null })}>
          {t`Checked by default`}
        </Checkbox>
      )}
      {(kind === 'choice' || kind === 'radio') && (
        <Field label={t`Default option`}>
          <Select
            options={[
              { value: '', label: t`None` },
              ...field.options.map((option) => ({ value: option, label: option })),
            ]}
            value={typeof field.value === 'string' ? field.value : ''}
            onChange={(value) => put({ value: value === '' ? null : value })}
          />
        </Field>
      )}
    </div>
  )
}

/** An initial value that can be read-only. */
function FixedValue({ field, onChange }: { field: SigningField; onChange: Change }) {
  const { t } = useLingui()
  const value = typeof field.value === 'string' ? field.value : ''
  const put = (patch: Partial<SigningField>) =>
    onChange((now) => putField(now, { ...field, ...patch }), `value of ${field.id}`)
  return (
    <>
      <Field label={t`Default value`}>
        <Input
          type={field.kind === 'date' ? 'date' : 'text'}
          value={value}
          maxLength={10_000}
          onChange={({ target }) =>
            put(target.value === '' ? { value: null, read_only: false } : { value: target.value })
          }
        />
      </Field>
      {value !== '' && (
        <Checkbox checked={field.read_only} onChange={(read_only) => put({ read_only })}>
          {t`Read-only`}
        </Checkbox>
      )}
    </>
  )
}

function Options({ field, onChange }: { field: SigningField; onChange: Change }) {
  const { t } = useLingui()
  const { options } = field
  const put = (next: SigningField, of?: string) => onChange((now) => putField(now, next), of)
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1 text-small font-medium text-ink-soft">{t`Options`}</legend>
      {options.map((option, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an option is its place while its name is written
        <div key={at} className="flex items-center gap-1">
          <Input
            aria-label={t`Option ${at + 1}`}
            defaultValue={option}
            maxLength={200}
            onBlur={({ target }) => {
              const name = target.value.trim()
              // Empty or duplicate names could not be told apart.
              if (!name || options.some((other, place) => place !== at && other === name))
                target.value = option
              else if (name !== option) put(renameOption(field, at, name))
            }}
          />
          <IconButton
            name={t`Remove ${option}`}
            icon={XIcon}
            disabled={options.length <= 2}
            onClick={() => put(removeOption(field, at))}
          />
        </div>
      ))}
      <Button
        size={28}
        icon={PlusIcon}
        disabled={options.length >= MOST_OPTIONS}
        onClick={() =>
          put(
            withOption(
              field,
              freeName(options, (number) => t`Option ${number}`),
            ),
          )
        }
      >
        {t`Add option`}
      </Button>
    </fieldset>
  )
}

function freeName(options: readonly string[], nameOf: (number: number) => string): string {
  let number = options.length + 1
  while (options.includes(nameOf(number))) number += 1
  return nameOf(number)
}
