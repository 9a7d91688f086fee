import { useLingui } from '@lingui/react/macro'
import { type FormEvent, useId, useState } from 'react'
import { toApiError } from '../../api/errors.ts'
import { MOST_GRACE_HOURS, useRotateSecret, type Webhook } from '../../api/webhooks.ts'
import { formatMoment } from '../../lib/format-date.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog, DialogClose } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { ProblemLine } from '../problems/index.ts'
import { SecretBox } from './secret-box.tsx'

type RotateDialogProps = { webhook: Webhook; onClose: () => void }

/** Creates a new secret; for a while requests are also signed with the old one. */
export default function RotateDialog({ webhook, onClose }: RotateDialogProps) {
  const { t } = useLingui()
  const form = useId()
  const [hours, setHours] = useState('24')
  const [tried, setTried] = useState(false)
  const [made, setMade] = useState<Webhook | null>(null)
  const { mutate, isPending, error } = useRotateSecret()
  const grace = /^\d{1,3}$/.test(hours.trim()) ? Number(hours) : Number.NaN
  const valid = grace <= MOST_GRACE_HOURS

  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (valid && !isPending)
      mutate({ webhook_id: webhook.webhook_id, grace_hours: grace }, { onSuccess: setMade })
  }
  if (made) return <NewSecret webhook={made} onClose={onClose} />
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t`Rotate secret?`}
      description={t`Creates a new secret. Until the old one expires, each request is signed with both, so your receiver can switch without missing events.`}
      foot={
        <>
          <DialogClose render={<Button>{t`Cancel`}</Button>} />
          <Button variant="primary" type="submit" form={form} working={isPending} verb={t`Rotating`}>
            {t`Rotate secret`}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit}>
        <Field
          label={t`Hours until the old secret expires`}
          help={
            grace === 0
              ? t`The old secret stops working immediately. Your receiver can’t verify requests until it has the new one.`
              : t`Enter 0 to ${MOST_GRACE_HOURS} hours.`
          }
          {...(tried && !valid && { error: t`Enter a whole number from 0 to ${MOST_GRACE_HOURS}.` })}
        >
          <Input
            inputMode="numeric"
            className="max-w-32"
            value={hours}
            onChange={(event) => setHours(event.target.value)}
          />
        </Field>
        <ProblemLine error={error && toApiError(error)} />
      </form>
    </Dialog>
  )
}

function NewSecret({ webhook, onClose }: RotateDialogProps) {
  const { t, i18n } = useLingui()
  const [stored, setStored] = useState(false)
  const [isConfirming, setIsConfirming] = useState(false)
  const { previous_secret_expires_at: until, secret, url } = webhook
  const end = until && formatMoment(new Date(until), { locale: i18n.locale })
  const leave = () => (stored || isConfirming ? onClose() : setIsConfirming(true))
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && leave()}
      title={t`Save the new secret`}
      description={
        end
          ? t`This secret is shown only once. The old secret is valid until ${end}.`
          : t`This secret is shown only once. The old secret is no longer valid.`
      }
      foot={
        <>
          <span className="me-auto flex items-center">
            <Checkbox checked={stored} onChange={setStored}>{t`I’ve saved the secret`}</Checkbox>
          </span>
          {isConfirming && !stored && <Button onClick={onClose}>{t`Close anyway`}</Button>}
          <Button
            variant="primary"
            disabled={!stored}
            reason={t`Save the secret first, then select the checkbox.`}
            onClick={onClose}
          >
            {t`Done`}
          </Button>
        </>
      }
    >
      <SecretBox secret={secret ?? ''} url={url} />
      {isConfirming && !stored && (
        <p role="alert" className="mt-3 text-warn">
          {t`The secret can’t be shown again. If you lose it, rotate it.`}
        </p>
      )}
    </Dialog>
  )
}
