import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Field } from '../../../ui/field.tsx'
import { PasswordInput } from '../../../ui/password-input.tsx'
import { newPassword, type Settings } from './settings.ts'

type PasswordFieldProps = {
  settings: Settings
  onChange: (patch: Partial<Settings>) => void
  error: ReactNode
}

/** Nobody can read it later, so it is visible while editing, and again next to the new link. */
export function PasswordField({ settings, onChange, error }: PasswordFieldProps) {
  const { t } = useLingui()
  const [made, setMade] = useState(0)
  const { protected: on, hasPassword, password } = settings

  function make() {
    setMade(made + 1)
    onChange({ password: newPassword() })
  }
  return (
    <div className="grid gap-2">
      <Checkbox checked={on} onChange={(next) => onChange({ protected: next })}>
        {t`Require a password`}
      </Checkbox>
      {on && (
        <div className="sm:ps-6.5">
          <Field
            label={hasPassword ? t`New password` : t`Password`}
            help={
              hasPassword ? t`Leave empty to keep the current password` : t`Send it separately from the link`
            }
            error={error}
          >
            <div className="flex gap-2">
              <div className="min-w-0 flex-1">
                <PasswordInput
                  key={made}
                  seen={made > 0}
                  mono
                  value={password}
                  onChange={(event) => onChange({ password: event.target.value })}
                  autoComplete="off"
                  maxLength={128}
                />
              </div>
              <Button onClick={make}>{t`Generate`}</Button>
            </div>
          </Field>
        </div>
      )}
    </div>
  )
}
