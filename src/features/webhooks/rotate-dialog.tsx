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

/** A new secret; for a time requests are signed with the old one as well. */
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
      title={t`Rotate the secret?`}
      description={t`You get a new secret. Until the old one expires, each request carries a signature with both, so that your receiver can change without missing events.`}
      foot={
        <>
          <DialogClose render={<Button>{t`Keep`}</Button>} />
          <Button look="primary" type="submit" form={form} working={isPending} verb={t`Rotating`}>
            {t`Rotate secret`}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit}>
        <Field
          label={t`Hours that the old secret stays valid`}
          help={
            grace === 0
              ? t`The old secret becomes invalid at once. Requests fail until your receiver has the new one.`
              : t`From 0 to ${MOST_GRACE_HOURS}.`
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
  const [asked, setAsked] = useState(false)
  const { previous_secret_expires_at: until, secret, url } = webhook
  const end = until && formatMoment(new Date(until), { locale: i18n.locale })
  const leave = () => (stored || asked ? onClose() : setAsked(true))
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && leave()}
      title={t`Store the new secret`}
      description={
        end
          ? t`It is shown this one time. The old secret is valid until ${end}.`
          : t`It is shown this one time. The old secret is not valid any more.`
      }
      foot={
        <>
          <span className="me-auto flex items-center">
            <Checkbox checked={stored} onChange={setStored}>{t`I have stored the secret`}</Checkbox>
          </span>
          {asked && !stored && <Button onClick={onClose}>{t`Close anyway`}</Button>}
          <Button
            look="primary"
            disabled={!stored}
            reason={t`Store the secret first, then tick the box.`}
            onClick={onClose}
          >
            {t`Done`}
          </Button>
        </>
      }
    >
      <SecretBox secret={secret ?? ''} url={url} />
      {asked && !stored && (
        <p role="alert" className="mt-3 text-warn">
          {t`The secret cannot be shown again. If you lose it, rotate it once more.`}
        </p>
      )}
    </Dialog>
  )
}
