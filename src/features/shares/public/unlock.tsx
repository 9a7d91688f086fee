import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useRef, useState } from 'react'
import { type PublicShare, type ShareCredentials, sendShareCode } from '../../../api/public-share.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { PasswordInput } from '../../../ui/password-input.tsx'
import { CodeStep, Title, UnlockAlert, useUnlock } from '../../public-page/index.ts'

type UnlockProps = {
  share: PublicShare
  token: string
  unlock: (given: ShareCredentials) => Promise<void>
  focus: boolean
}

/** Asks for a locked link's password, an e-mail address, and the code to confirm it. */
export function Unlock({ share, token, unlock, focus }: UnlockProps) {
  const { t } = useLingui()
  const [password, setPassword] = useState('')
  const [email, setEmail] = useState('')
  const [step, setStep] = useState<'locks' | 'code'>('locks')
  const passwordRef = useRef<HTMLInputElement>(null)
  const emailRef = useRef<HTMLInputElement>(null)
  const { working, error, attempt, forget } = useUnlock((wrong) => {
    if (wrong.code === 'share_password_wrong') {
      setStep('locks')
      requestAnimationFrame(() => passwordRef.current?.select())
    }
    if (wrong.field('email')) requestAnimationFrame(() => emailRef.current?.select())
  })
  const { email_gate: gate, requires_password: locked } = share
  const from = share.from.name

  const credentials = (): ShareCredentials => ({
    ...(locked && { password }),
    ...(gate !== 'none' && { email: email.trim() }),
  })

  const sendCode = () => attempt(() => sendShareCode(token, { ...credentials(), email: email.trim() }))

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (working) return
    if (gate !== 'confirm') await attempt(() => unlock(credentials()))
    else if (await sendCode()) setStep('code')
  }

  const demands = {
    none: t`Password required. Ask ${from} for it.`,
    ask: locked
      ? t`${from} asks for a password and your e-mail address.`
      : t`${from} asks for your e-mail address.`,
    confirm: locked
      ? t`${from} asks for a password and your e-mail address. We’ll send a code to verify the address.`
      : t`${from} asks for your e-mail address. We’ll send a code to verify it.`,
  }
  const wrongPassword = error?.code === 'share_password_wrong' ? t`Wrong password. Try again.` : undefined
  const wrongEmail = error?.field('email') ? t`Enter a valid e-mail address.` : undefined
  return (
    <>
      <Title focus={focus}>
        <Trans>A file shared with you</Trans>
      </Title>
      {step === 'code' ? (
        <CodeStep
          email={email.trim()}
          error={error}
          working={working}
          open={(typed) => void attempt(() => unlock({ ...credentials(), code: typed }))}
          resend={sendCode}
          back={() => {
            forget()
            setStep('locks')
          }}
        />
      ) : (
        <form noValidate onSubmit={(event) => void submit(event)}>
          <p className="landing-what mb-5">{demands[gate]}</p>
          <UnlockAlert error={wrongPassword || wrongEmail ? null : error} />
          {locked && (
            <div className="mb-4">
              <Field label={t`Password`} error={wrongPassword}>
                <PasswordInput
                  ref={passwordRef}
                  size={36}
                  value={password}
                  autoComplete="off"
                  maxLength={128}
                  required
                  onChange={(event) => setPassword(event.target.value)}
                />
              </Field>
            </div>
          )}
          {gate !== 'none' && (
            <Field label={t`Your e-mail address`} help={t`Visible to ${from}.`} error={wrongEmail}>
              <Input
                ref={emailRef}
                type="email"
                size={36}
                value={email}
                autoComplete="email"
                maxLength={254}
                required
                onChange={(event) => setEmail(event.target.value)}
              />
            </Field>
          )}
          <Button
            type="submit"
            variant="primary"
            wide
            className="landing-act"
            working={working}
            verb={gate === 'confirm' ? t`Sending code` : t`Opening`}
            disabled={(locked && password === '') || (gate !== 'none' && email.trim() === '')}
            reason={t`Complete the form first.`}
          >
            {gate === 'confirm' ? <Trans>Send code</Trans> : <Trans>Open</Trans>}
          </Button>
        </form>
      )}
    </>
  )
}
