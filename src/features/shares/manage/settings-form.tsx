import { useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import type { ApiError } from '../../../api/errors.ts'
import type { EmailGate } from '../../../api/shares.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { type Option, Select } from '../../../ui/select.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { ProblemLine } from '../../problems/index.ts'
import { EndField } from './end-field.tsx'
import { PasswordField } from './password-field.tsx'
import { type Settings, type Wrong, wrongOf } from './settings.ts'

type SettingsFormProps = {
  id: string
  settings: Settings
  onChange: (patch: Partial<Settings>) => void
  onSubmit: () => void
  error: ApiError | null
  /** When a conversion's result is deleted, and its link with it. */
  expiresAt?: string | null | undefined
}

/**
 * The access settings and expiry of a link. Common settings come first, the others are collapsed.
 */
export function SettingsForm({ id, settings, onChange, onSubmit, error, expiresAt }: SettingsFormProps) {
  const { t } = useLingui()
  const [tried, setTried] = useState(false)
  const wrong: Wrong = tried ? wrongOf(settings) : {}

  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (Object.keys(wrongOf(settings)).length === 0) onSubmit()
  }
  return (
    <form id={id} onSubmit={submit} className="grid gap-4" noValidate>
      <Field
        label={t`Title`}
        help={t`Shown on the link’s page`}
        error={wrong.name ? t`Enter a title.` : error?.field('name')}
      >
        <Input
          value={settings.name}
          onChange={(event) => onChange({ name: event.target.value })}
          autoComplete="off"
          maxLength={200}
          required
        />
      </Field>
      <div className="grid items-start gap-x-3 gap-y-4 sm:grid-cols-2">
        <EndField
          settings={settings}
          onChange={onChange}
          error={wrong.date ? t`Choose today or a later date.` : error?.field('expires_at')}
          expiresAt={expiresAt}
        />
        <Field
          label={t`Download limit`}
          help={t`Leave empty for unlimited`}
          error={
            wrong.downloads
              ? t`Enter a number from 1 to 1,000,000, or leave empty.`
              : error?.field('max_downloads')
          }
        >
          <Input
            value={settings.downloads}
            onChange={(event) => onChange({ downloads: event.target.value })}
            inputMode="numeric"
            autoComplete="off"
            maxLength={7}
          />
        </Field>
      </div>
      <PasswordField
        settings={settings}
        onChange={onChange}
        error={wrong.password ? t`At least 4 characters.` : error?.field('password')}
      />
      <More settings={settings} onChange={onChange} />
      <ProblemLine error={error} fields={['name', 'expires_at', 'max_downloads', 'password']} />
    </form>
  )
}

function More({ settings, onChange }: Pick<SettingsFormProps, 'settings' | 'onChange'>) {
  const { t } = useLingui()
  // Expanded if it contains a setting that is not the default.
  const [open] = useState(
    settings.message !== '' || settings.gate !== 'none' || !settings.preview || settings.notify,
  )
  const gates: Option<EmailGate>[] = [
    { value: 'none', label: t`Not required` },
    { value: 'ask', label: t`Required`, note: t`Not verified` },
    { value: 'confirm', label: t`Required and verified`, note: t`By a code sent to the address` },
  ]
  return (
    <details open={open} className="min-w-0">
      <summary className="w-fit cursor-pointer rounded-mark text-accent touch:min-h-(--size-touch) touch:py-3">
        {t`More options: message, e-mail, preview`}
      </summary>
      <div className="mt-3 grid gap-4">
        <Field label={t`Message`} help={t`Shown below the title`}>
          <Textarea
            value={settings.message}
            onChange={(event) => onChange({ message: event.target.value })}
            rows={2}
            maxLength={1000}
          />
        </Field>
        <Field label={t`Recipient’s e-mail address`} help={t`Recorded in the link’s activity`}>
          <Select options={gates} value={settings.gate} onChange={(gate) => onChange({ gate })} />
        </Field>
        <div className="grid gap-1.5">
          <Checkbox checked={settings.preview} onChange={(preview) => onChange({ preview })}>
            {t`Show a preview, and let PDFs be read on the page`}
          </Checkbox>
          <Checkbox checked={settings.notify} onChange={(notify) => onChange({ notify })}>
            {t`Notify me by e-mail of each download`}
          </Checkbox>
        </div>
      </div>
    </details>
  )
}
