import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import type { MfaMethod } from '../../../api/sign-in.ts'
import { formatSeconds } from '../../../lib/format-duration.ts'
import { useNow } from '../../../lib/use-now.ts'
import { CodeInput } from '../../../ui/code-input.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { PasswordInput } from '../../../ui/password-input.tsx'
import { TextButton } from '../../../ui/text-button.tsx'
import { type Confirming, sends } from './use-confirming.ts'

/** Seconds before a code can be sent again, because it may still arrive. */
const RESEND_AFTER = 30

/** The focused input of the selected method; six digits are submitted automatically. */
export function MethodField({ confirming, large }: { confirming: Confirming; large?: boolean }) {
  const { t } = useLingui()
  const { method, code, setCode, submit, fieldError, working } = confirming
  const place = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the field of another way is another field
  useEffect(() => place.current?.querySelector('input')?.focus(), [method, fieldError])
  const labels: Record<MfaMethod, string> = {
    totp: t`Authenticator app code`,
    email: t`E-mail code`,
    sms: t`Text message code`,
    backup_code: t`Backup code`,
    password: t`Your password`,
  }
  return (
    <div
      ref={place}
      className={large ? '[&_input:not([inputmode=numeric])]:min-h-11 [&_input]:text-read' : undefined}
    >
      <Field
        key={method}
        label={labels[method]}
        error={fieldError ?? undefined}
        aside={sends(method) && <SendAgain confirming={confirming} />}
      >
        {method === 'password' ? (
          <PasswordInput
            value={code}
            onChange={(event) => setCode(event.target.value)}
            autoComplete="current-password"
            required
            maxLength={128}
          />
        ) : method === 'backup_code' ? (
          <Input
            mono
            value={code}
            onChange={(event) => setCode(event.target.value)}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            required
            maxLength={20}
          />
        ) : (
          <CodeInput
            value={code}
            onChange={setCode}
            onComplete={(digits) => void submit(digits)}
            aria-busy={working === 'verifying'}
            required
          />
        )}
      </Field>
    </div>
  )
}

function SendAgain({ confirming: { sent, send, working } }: { confirming: Confirming }) {
  const { t } = useLingui()
  const left = useSecondsLeft(sent ? sent.at + RESEND_AFTER * 1000 : null)
  const wait = formatSeconds(left)
  if (working === 'sending') return <span className="text-ink-soft">{t`Sending`}</span>
  if (left > 0) return <span className="text-ink-soft">{t`Send again in ${wait}`}</span>
  return <TextButton onClick={() => void send()}>{sent ? t`Send again` : t`Send code`}</TextButton>
}

/** Remaining whole seconds; 0 if it is past. */
export function useSecondsLeft(at: number | null): number {
  const now = useNow(at !== null)
  return at === null ? 0 : Math.max(0, Math.ceil((at - now) / 1000))
}
