import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { NativeDialog, sayError } from '../../public-page/index.ts'

type DeclineProps = {
  from: string
  open: boolean
  onClose: () => void
  decline: (reason: string) => Promise<void>
}

/** Declines, which ends the request for all recipients: a confirmation with an optional reason. */
export function Decline({ from, open, onClose, decline }: DeclineProps) {
  const { t, i18n } = useLingui()
  const [reason, setReason] = useState('')
  const [working, setWorking] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const sending = useRef(false)
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (sending.current) return
    sending.current = true
    setError(null)
    setWorking(true)
    try {
      await decline(reason.trim())
    } catch (thrown) {
      setError(thrown)
    } finally {
      sending.current = false
      setWorking(false)
    }
  }
  return (
    <NativeDialog open={open} onClose={onClose} title={t`Decline`}>
      <form noValidate className="grid gap-4" onSubmit={(event) => void submit(event)}>
        <p>
          {t`Declining ends the request: nobody can sign this document anymore. ${from} and the other recipients are notified.`}
        </p>
        <Field label={t`Reason (optional)`}>
          <Textarea
            rows={3}
            maxLength={1000}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        </Field>
        <div role="alert">{error !== null && <p className="text-bad">{sayError(i18n, error)}</p>}</div>
        <div className="flex justify-end gap-2">
          <Button size={36} onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" variant="danger" size={36} working={working} verb={t`Declining`}>
            <Trans>Decline</Trans>
          </Button>
        </div>
      </form>
    </NativeDialog>
  )
}
