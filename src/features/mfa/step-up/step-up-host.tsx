import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useId } from 'react'
import { type MfaMethod, useConfirmIdentity } from '../../../api/mfa.ts'
import { type StepUp, settleStepUp, useStepUp } from '../../../stores/step-up.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogClose } from '../../../ui/dialog.tsx'
import { useProblemWords } from '../../problems/index.ts'
import { MethodField, OtherWays, useConfirming } from '../challenge/index.ts'
import { REASONS } from './reasons.ts'

/** The only dialog for step-up authentication. Closing it cancels the operation. */
export default function StepUpHost() {
  const question = useStepUp((state) => state.question)
  if (!question) return null
  return question.methods.length > 0 ? <Asking question={question} /> : <NoWay />
}

function Asking({ question: { act, methods } }: { question: StepUp }) {
  const { t, i18n } = useLingui()
  const words = useProblemWords()
  const form = useId()
  const { mutateAsync: confirmIdentity } = useConfirmIdentity()
  const confirming = useConfirming({
    methods: methods as readonly MfaMethod[],
    verify: async (answer) => {
      await confirmIdentity(answer)
      settleStepUp(true)
    },
  })
  const { method, sent, working, problem } = confirming
  const reason = REASONS[act as keyof typeof REASONS] ?? REASONS.checkStepUp

  function submit(event: FormEvent) {
    event.preventDefault()
    void confirming.submit()
  }

  return (
    <Dialog
      open
      over
      onOpenChange={(open) => !open && settleStepUp(false)}
      title={t`Verify your identity`}
      description={
        <>
          {i18n._(reason)} <Trans>You won’t be asked again for two hours.</Trans>
        </>
      }
      foot={
        <>
          <DialogClose render={<Button>{t`Cancel`}</Button>} />
          <Button
            type="submit"
            form={form}
            variant="primary"
            working={working === 'verifying'}
            verb={t`Confirming`}
          >
            {t`Confirm`}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="grid gap-4" noValidate>
        <div>
          <MethodField confirming={confirming} />
          {(method === 'email' || method === 'sms') && sent?.target && (
            <p className="mt-1 text-small text-ink-soft">
              <Trans>Sent to {sent.target}.</Trans>
            </p>
          )}
        </div>
        {problem && (
          <p role="alert" className="text-bad">
            {words(problem)}
          </p>
        )}
        <OtherWays confirming={confirming} />
      </form>
    </Dialog>
  )
}

/** A user who only signs in through a provider can only confirm by signing in again. */
function NoWay() {
  const { t } = useLingui()
  return (
    <Dialog
      open
      over
      onOpenChange={() => settleStepUp(false)}
      title={t`Sign in again to continue`}
      description={
        <Trans>
          You signed in a while ago and have no password or verification method. Sign out and sign in again to
          continue.
        </Trans>
      }
      foot={<DialogClose render={<Button>{t`Close`}</Button>} />}
    />
  )
}
