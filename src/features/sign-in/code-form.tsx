import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { finishLogIn, type MfaMethod } from '../../api/sign-in.ts'
import { paths } from '../../paths.ts'
import { keepCode, type PendingCode } from '../../stores/pending-sign-in.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { MethodField, OtherWays, useConfirming } from '../mfa/challenge/index.ts'
import { FormError } from './form-error.tsx'
import type { Notice } from './page-notice.tsx'

/** The masked e-mail address for codes, if the user signed in with it. */
const maskedAddress = (who: string) => (who.includes('@') ? who.replace(/^(.).*(?=@)/, '$1•••••') : null)

type CodeFormProps = { pending: PendingCode; back: string | null; leave: (notice: Notice) => void }

/** The second step of a sign-in: a code, or another method of the account. */
export function CodeForm({ pending, back, leave }: CodeFormProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const [trust, setTrust] = useState(false)

  const confirming = useConfirming({
    methods: pending.methods as MfaMethod[],
    sentBefore: pending.sent ?? false,
    onSent: () => keepCode({ ...pending, sent: true }),
    onRefused: (error) => {
      if (error.code === 'challenge_expired' || error.code === 'unauthenticated') leave('expired')
      else if (error.problem?.attempts_left === 0) leave('tries')
    },
    verify: async (answer) => {
      await finishLogIn({ ...answer, trust_device: trust })
      keepCode(null)
      await navigate(back ?? paths.overview(), { replace: true })
    },
  })
  const { method, sent, working, problem } = confirming

  function submit(event: FormEvent) {
    event.preventDefault()
    void confirming.submit()
  }
  const who = (
    <strong translate="no" className="font-medium text-ink wrap-anywhere">
      {pending.who}
    </strong>
  )
  const target = sent?.target ?? maskedAddress(pending.who)

  return (
    <>
      <p className="mt-1 text-ink-soft">
        {method === 'backup_code' ? (
          <Trans>Enter a backup code for {who}. Each code works once.</Trans>
        ) : method === 'totp' ? (
          <Trans>Enter the 6-digit code from your authenticator app for {who}.</Trans>
        ) : target ? (
          <Trans>Enter the 6-digit code sent to {target}.</Trans>
        ) : (
          <Trans>Enter the 6-digit code sent to {who}.</Trans>
        )}
      </p>
      <form onSubmit={submit} className="mt-6 grid gap-4" aria-busy={working !== null} noValidate>
        <FormError error={problem} />
        <MethodField confirming={confirming} large />
        <Checkbox checked={trust} onChange={setTrust}>
          {t`Trust this device for 30 days`}
        </Checkbox>
        <Button
          type="submit"
          variant="primary"
          size={36}
          wide
          working={working === 'verifying'}
          verb={t`Signing in`}
          className="min-h-12 text-read"
        >
          {t`Continue`}
        </Button>
      </form>
      <div className="mt-6">
        <OtherWays confirming={confirming} address={maskedAddress(pending.who)} />
      </div>
    </>
  )
}
