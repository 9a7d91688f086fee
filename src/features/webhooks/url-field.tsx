import { useLingui } from '@lingui/react/macro'
import { CircleCheckIcon } from 'lucide-react'
import type { Ref } from 'react'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { StatusWord } from '../../ui/status-word.tsx'
import type { UrlState } from './use-url-state.ts'

type UrlFieldProps = {
  value: string
  onChange: (value: string) => void
  state: UrlState
  /** The error of the form or of the server. */
  error?: string | null | undefined
  ref?: Ref<HTMLInputElement>
}

/** The webhook's URL, with the server's validation. */
export function UrlField({ value, onChange, state, error, ref }: UrlFieldProps) {
  const { t } = useLingui()
  const wrong = error ?? state.error
  const plain = /^\s*http:\/\//i.test(value)
  return (
    <Field
      label={t`Endpoint URL`}
      {...(wrong && { error: wrong })}
      help={
        state.checking ? (
          <StatusWord status="working">{t`Checking the URL`}</StatusWord>
        ) : plain ? (
          <StatusWord status="warning">{t`Events are sent unencrypted. Use https if your receiver supports it.`}</StatusWord>
        ) : state.accepted ? (
          t`This URL is valid. Nothing has been sent to it yet.`
        ) : (
          t`Events are sent to this URL with POST. It must be publicly accessible.`
        )
      }
    >
      <span className="relative block">
        <Input
          ref={ref}
          type="url"
          inputMode="url"
          mono
          dir="ltr"
          translate="no"
          autoComplete="off"
          spellCheck={false}
          maxLength={2048}
          placeholder="https://"
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className="pe-9"
        />
        {state.accepted && !wrong && (
          <CircleCheckIcon aria-hidden className="absolute inset-y-0 end-2.5 my-auto size-4 text-ok" />
        )}
      </span>
    </Field>
  )
}
