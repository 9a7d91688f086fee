import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { type User, useSendVerification } from '../../api/account.ts'
import { useCancelEmailChange, useChangeEmail } from '../../api/profile.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ProblemLine } from '../problems/index.ts'

/** The e-mail address, its confirmation, and a pending new one. */
export function EmailPanel({ user }: { user: User }) {
  const { t } = useLingui()
  const [changing, setChanging] = useState(false)
  return (
    <Panel title={t`E-mail address`}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <p className="min-w-0 flex-1 basis-56">
          <span translate="no" className="me-2 font-medium wrap-anywhere">
            {user.email}
          </span>
          {user.email_verified ? (
            <Badge tone="ok">{t`Confirmed`}</Badge>
          ) : (
            <Badge tone="warn">{t`Not confirmed`}</Badge>
          )}
        </p>
        {!changing && !user.pending_email && (
          <Button size={28} onClick={() => setChanging(true)}>{t`Change`}</Button>
        )}
      </div>
      {user.pending_email ? (
        <Pending email={user.pending_email} />
      ) : (
        !user.email_verified && (
          <div className="mt-2 grid justify-items-start gap-2">
            <p className="text-ink-soft">
              <Trans>Open the link we sent there to confirm your address.</Trans>
            </p>
            <SendAgain />
          </div>
        )
      )}
      {changing && !user.pending_email && <ChangeForm onDone={() => setChanging(false)} />}
    </Panel>
  )
}

function ChangeForm({ onDone }: { onDone: () => void }) {
  const { t } = useLingui()
  const change = useChangeEmail()
  const [email, setEmail] = useState('')

  function submit(event: FormEvent) {
    event.preventDefault()
    change.mutate(email.trim(), { onSuccess: onDone })
  }
  return (
    <form onSubmit={submit} className="mt-4 border-t border-line pt-4">
      <Field
        label={t`New address`}
        help={t`We’ll send a link there. Your current address stays active until you open it.`}
        error={change.error?.field('email')}
      >
        <Input
          type="email"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          autoComplete="email"
          required
          maxLength={254}
        />
      </Field>
      <ProblemLine error={change.error} fields={['email']} />
      <div className="mt-3 flex flex-wrap justify-end gap-2">
        <Button variant="ghost" onClick={onDone}>{t`Cancel`}</Button>
        <Button type="submit" variant="primary" working={change.isPending} verb={t`Sending`}>
          {t`Send link`}
        </Button>
      </div>
    </form>
  )
}

function Pending({ email }: { email: string }) {
  const { t } = useLingui()
  const cancel = useCancelEmailChange()
  return (
    <div className="mt-3 grid justify-items-start gap-2 rounded-control bg-sunk px-3 py-2.5">
      <p>
        <Trans>
          <strong translate="no" className="font-medium wrap-anywhere">
            {email}
          </strong>{' '}
          replaces it once you open the link we sent there.
        </Trans>
      </p>
      <div className="flex flex-wrap gap-2">
        <SendAgain />
        <Button
          size={28}
          variant="ghost"
          working={cancel.isPending}
          verb={t`Cancelling`}
          onClick={() => cancel.mutate()}
        >
          {t`Keep current address`}
        </Button>
      </div>
      <ProblemLine error={cancel.error} />
    </div>
  )
}

function SendAgain() {
  const { t } = useLingui()
  const send = useSendVerification()
  const sentTo = send.data?.email
  return (
    <div>
      {sentTo ? (
        <p role="status" className="text-small text-ink-soft">
          <Trans>We sent a new link.</Trans>
        </p>
      ) : (
        <Button size={28} working={send.isPending} verb={t`Sending`} onClick={() => send.mutate()}>
          {t`Send link again`}
        </Button>
      )}
      <ProblemLine error={send.error} />
    </div>
  )
}
