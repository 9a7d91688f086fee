import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { TextButton } from '../../../ui/text-button.tsx'
import type { SetUp } from './use-set-up.ts'

/** The phone number for codes; after one was sent, it is shown and can be changed. */
export function PhoneStep({ setUp: { begun, phone, setPhone, forget, error } }: { setUp: SetUp }) {
  const { t } = useLingui()
  const place = useRef<HTMLDivElement>(null)
  const field = error?.field('phone')
  useEffect(() => {
    if (!begun || field) place.current?.querySelector('input')?.focus()
  }, [begun, field])
  if (begun)
    return (
      <p className="text-ink-soft">
        <Trans>
          We sent a code to <bdi translate="no">{begun.target ?? phone}</bdi>.
        </Trans>{' '}
        <TextButton onClick={forget}>{t`Change number`}</TextButton>
      </p>
    )
  return (
    <div ref={place} className="grid gap-4">
      <p className="text-ink-soft">
        <Trans>
          Less secure than an app: numbers can be hijacked and messages intercepted. Use it as a fallback.
        </Trans>
      </p>
      <Field
        label={t`Phone number with country code`}
        help={t`Include the country code: +351 912 345 678`}
        error={field}
      >
        <Input
          type="tel"
          dir="ltr"
          value={phone}
          onChange={(event) => setPhone(event.target.value)}
          autoComplete="tel"
          inputMode="tel"
          required
          maxLength={32}
        />
      </Field>
    </div>
  )
}
