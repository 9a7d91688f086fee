import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { type SigningView, sendSigningCode } from '../../../api/public-signing.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { PasswordInput } from '../../../ui/password-input.tsx'
import { CodeStep, Title, UnlockAlert, useUnlock } from '../../public-page/index.ts'

type UnlockProps = {
  view: SigningView
  token: string
  open: (code: string) => Promise<void>
  focus: boolean
}

/** Verifies the recipient: by an access code of the sender, or by a code that is e-mailed. */
export function Unlock({ view, token, open, focus }: UnlockProps) {
  const { t } = useLingui()
  const [code, setCode] = useState('')
  const [sent, setSent] = useState(false)
  const { working, error, attempt } = useUnlock()
  const from = view.sender.name
  const { email_hint: address } = view.me

  const send = () => attempt(() => sendSigningCode(token))
  const left = error?.problem?.attempts_left ?? 0
  const wrong =
    error?.code !== 'invalid_code'
      ? undefined
      : left > 0
        ? t({
            message: plural(left, {
              one: 'Wrong code. # attempt left.',
              other: 'Wrong code. # attempts left.',
            }),
          })
        : t`Wrong code. Ask ${from} for the access code.`
  const heading = (
    <Title focus={focus}>
      <Trans>A document for you</Trans>
    </Title>
  )

  if (view.locked === 'email' && sent)
    return (
      <>
        {heading}
        <CodeStep
          email={address}
          error={error}
          working={working}
          open={(typed) => void attempt(() => open(typed))}
          resend={send}
        />
      </>
    )
  function submit(event: FormEvent) {
    event.preventDefault()
    if (view.locked === 'email') void send().then((isSent) => isSent && setSent(true))
    else void attempt(() => open(code))
  }
  return (
    <>
      {heading}
      <form noValidate onSubmit={submit}>
        <p className="landing-what mb-5">
          {view.locked === 'email'
            ? t`${from} asks you to verify your identity. We’ll send a code to ${address}.`
            : t`Enter the access code from ${from}. It isn’t in the e-mail.`}
        </p>
        <UnlockAlert error={wrong ? null : error} />
        {view.locked === 'code' && (
          <Field label={t`Access code`} error={wrong}>
            <PasswordInput
              size={36}
              value={code}
              autoComplete="off"
              maxLength={64}
              required
              onChange={({ target }) => setCode(target.value)}
            />
          </Field>
        )}
        <Button
          type="submit"
          variant="primary"
          wide
          className="landing-act mt-4"
          working={working}
          verb={view.locked === 'email' ? t`Sending code` : t`Opening`}
          disabled={view.locked === 'code' && code === ''}
          reason={t`Enter the code first.`}
        >
          {view.locked === 'email' ? <Trans>Send code</Trans> : <Trans>Open</Trans>}
        </Button>
      </form>
    </>
  )
}
