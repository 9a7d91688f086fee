import { useLingui } from '@lingui/react/macro'
import { type FormEvent, useId, useState } from 'react'
import { type FactorKind, useMfaStatus, useTrustedDevices } from '../../../api/mfa.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogClose } from '../../../ui/dialog.tsx'
import { ProblemLine } from '../../problems/index.ts'
import { useSecondsLeft } from '../challenge/index.ts'
import { AppStep } from './app-step.tsx'
import { CodeField } from './code-field.tsx'
import { FirstCodes } from './first-codes.tsx'
import { PhoneStep } from './phone-step.tsx'
import { useEndOthers } from './use-end-others.ts'
import { type SetUp, useSetUp } from './use-set-up.ts'

type SetUpDialogProps = { method: FactorKind; onClose: () => void }

/** Adds or replaces a second factor; after the first one, its backup codes are shown. */
export default function SetUpDialog({ method, onClose }: SetUpDialogProps) {
  const { t } = useLingui()
  const { offer } = useEndOthers()
  const [codes, setCodes] = useState(false)
  const done: Record<FactorKind, string> = {
    totp: t`Authenticator app added.`,
    email: t`E-mail codes added.`,
    sms: t`Phone number added.`,
  }
  const finish = () => {
    onClose()
    offer(done[method])
  }
  const setUp = useSetUp(method, (made) => (made ? setCodes(true) : finish()))
  return codes ? <FirstCodes onClose={finish} /> : <Steps setUp={setUp} onClose={onClose} />
}

function Steps({ setUp, onClose }: { setUp: SetUp; onClose: () => void }) {
  const { t } = useLingui()
  const form = useId()
  const { method, begun, working, error } = setUp
  const left = useSecondsLeft(begun?.expiresAt ?? null)
  const expired = setUp.expired || (begun !== null && left === 0)
  const { data: status } = useMfaStatus()
  const { data: trusted } = useTrustedDevices()
  const replaces = status?.factors.some((one) => one.method === method)
  const titles: Record<FactorKind, string> = {
    totp: replaces ? t`Replace authenticator app` : t`Add authenticator app`,
    email: t`Add e-mail codes`,
    sms: replaces ? t`Replace phone number` : t`Add phone number`,
  }
  const again = expired || (!begun && method !== 'sms' && error !== null)

  function submit(event: FormEvent) {
    event.preventDefault()
    void (again || !begun ? setUp.begin() : setUp.confirm())
  }
  const verb = working === 'confirming' ? t`Confirming` : method === 'totp' ? t`Starting` : t`Sending`
  const act = again ? t`Start again` : begun ? t`Confirm` : method === 'sms' ? t`Send code` : t`Confirm`

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={titles[method]}
      foot={
        <>
          <DialogClose render={<Button>{t`Cancel`}</Button>} />
          <Button
            type="submit"
            form={form}
            variant="primary"
            working={working !== null}
            verb={verb}
            disabled={!again && (begun ? setUp.code.length < 6 : method !== 'sms')}
          >
            {act}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="grid gap-4" noValidate>
        {expired ? (
          <p role="alert" className="text-bad">
            {t`The setup expired or had too many wrong codes. Nothing was changed.`}
          </p>
        ) : (
          <>
            {method === 'totp' && <AppStep app={begun?.app ?? null} failed={error !== null} />}
            {method === 'sms' && <PhoneStep setUp={setUp} />}
            {begun && <CodeField setUp={setUp} />}
            {begun && trusted && trusted.results.length > 0 && (
              <p className="text-small text-ink-soft">{t`Trusted devices will need a code again.`}</p>
            )}
          </>
        )}
        <ProblemLine error={error} fields={['phone']} />
      </form>
    </Dialog>
  )
}
