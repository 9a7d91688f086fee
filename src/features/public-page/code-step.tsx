import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { ApiError } from '../../api/errors.ts'
import { Button } from '../../ui/button.tsx'
import { CodeInput } from '../../ui/code-input.tsx'
import { Field } from '../../ui/field.tsx'
import { TextButton } from '../../ui/text-button.tsx'
import { UnlockAlert } from './use-unlock.tsx'

type CodeStepProps = {
  email: string
  error: ApiError | null
  working: boolean
  open: (code: string) => void
  resend: () => Promise<boolean>
  /** Returns to the address, if it can be changed. */
  back?: () => void
}

const DIGITS = 6

/** The input for an e-mailed code, with buttons to resend it and to correct the address. */
export function CodeStep({ email, error, working, open, resend, back }: CodeStepProps) {
  const { t } = useLingui()
  const [code, setCode] = useState('')
  const [notice, setNotice] = useState('')

  const left = error?.problem?.attempts_left ?? 0
  const wrong =
    error?.code !== 'invalid_code'
      ? undefined
      : left > 0
        ? t({
            message: plural(left, {
              one: 'Wrong code. Check the latest e-mail; # attempt left.',
              other: 'Wrong code. Check the latest e-mail; # attempts left.',
            }),
          })
        : t`This code no longer works. Request a new one.`

  async function again() {
    setNotice('')
    if (!(await resend())) return
    setCode('')
    setNotice(t`A new code was sent. The previous code no longer works.`)
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (!working && code.length === DIGITS) open(code)
      }}
    >
      <p className="landing-what mb-5">
        <Trans>
          We sent a code to <bdi className="font-medium text-ink">{email}</bdi>. It expires in 10 minutes.
        </Trans>
      </p>
      <UnlockAlert error={wrong ? null : error} />
      <Field label={t`Code`} error={wrong}>
        <CodeInput
          autoFocus
          digits={DIGITS}
          value={code}
          onChange={setCode}
          onComplete={(typed) => !working && open(typed)}
        />
      </Field>
      <Button
        type="submit"
        variant="primary"
        wide
        className="landing-act"
        working={working}
        verb={t`Opening`}
        disabled={code.length < DIGITS}
        reason={t`Enter all six digits.`}
      >
        <Trans>Open</Trans>
      </Button>
      <p role="status" className={notice ? 'mt-3 text-ink-soft' : ''}>
        {notice}
      </p>
      <p className="mt-4 flex flex-wrap gap-x-6 gap-y-2">
        <TextButton onClick={() => void again()}>
          <Trans>Send a new code</Trans>
        </TextButton>
        {back && (
          <TextButton onClick={back}>
            <Trans>Use another address</Trans>
          </TextButton>
        )}
      </p>
    </form>
  )
}
