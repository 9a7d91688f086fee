import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { TextButton } from '../../ui/text-button.tsx'
import type { SetUp } from './use-set-up.ts'

/** The number that codes are to go to; once one was sent, it stands there and can be changed. */
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
          A code is on its way to <bdi translate="no">{begun.target ?? phone}</bdi>.
        </Trans>{' '}
        <TextButton onClick={forget}>{t`Another number`}</TextButton>
      </p>
    )
  return (
    <div ref={place} className="grid gap-4">
      <p className="text-ink-soft">
        <Trans>
          Weaker than an app: a number can be taken over, and messages can be read on the way. Good as a last
          way in.
        </Trans>
      </p>
      <Field
        label={t`Phone number with its country`}
        help={t`A plus and the country’s number first: +351 912 345 678`}
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
