import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import type { FactorKind } from '../../../api/mfa.ts'
import { formatSeconds } from '../../../lib/format-duration.ts'
import { CodeInput } from '../../../ui/code-input.tsx'
import { Field } from '../../../ui/field.tsx'
import { TextButton } from '../../../ui/text-button.tsx'
import { useSecondsLeft } from '../challenge/index.ts'
import type { Begun, SetUp } from './use-set-up.ts'

/** Seconds before a code can be sent again, because it may still arrive. */
const RESEND_AFTER = 30

/** The focused input for six digits, which are submitted automatically when complete. */
export function CodeField({ setUp }: { setUp: SetUp }) {
  const { t } = useLingui()
  const { method, begun, code, setCode, confirm, codeError, working } = setUp
  const place = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: after a wrong code and a new one, typing goes on here
  useEffect(() => place.current?.querySelector('input')?.focus(), [codeError, begun])
  const labels: Record<FactorKind, string> = {
    totp: t`Authenticator app code`,
    email: t`E-mail code`,
    sms: t`Text message code`,
  }
  return (
    <div ref={place}>
      {method === 'email' && begun?.target && (
        <p className="mb-4 text-ink-soft">
          <Trans>
            We sent a code to <bdi translate="no">{begun.target}</bdi>.
          </Trans>
        </p>
      )}
      <Field
        label={labels[method]}
        error={codeError ?? undefined}
        aside={method !== 'totp' && begun && <SendAgain begun={begun} setUp={setUp} />}
      >
        <CodeInput
          value={code}
          onChange={setCode}
          onComplete={(digits) => void confirm(digits)}
          aria-busy={working === 'confirming'}
          required
        />
      </Field>
    </div>
  )
}

function SendAgain({ begun, setUp: { begin, working } }: { begun: Begun; setUp: SetUp }) {
  const { t } = useLingui()
  const left = useSecondsLeft(begun.at + RESEND_AFTER * 1000)
  const wait = formatSeconds(left)
  if (working === 'beginning') return <span className="text-ink-soft">{t`Sending`}</span>
  if (left > 0) return <span className="text-ink-soft">{t`Send again in ${wait}`}</span>
  return <TextButton onClick={() => void begin()}>{t`Send again`}</TextButton>
}
