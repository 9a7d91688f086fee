import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { ApiError } from '../../../api/errors.ts'
import { reportPublicShare } from '../../../api/public-share.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { NativeDialog, sayError } from '../../public-page/index.ts'

type ReportProps = { token: string; open: boolean; onClose: () => void }

/** Reports a file to the administrator. */
export function Report({ token, open, onClose }: ReportProps) {
  const { t, i18n } = useLingui()
  const [reason, setReason] = useState('')
  const [email, setEmail] = useState('')
  const [state, setState] = useState<'ready' | 'working' | 'told'>('ready')
  const [error, setError] = useState<unknown>(null)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (state !== 'ready') return
    setError(null)
    setState('working')
    try {
      const address = email.trim()
      await reportPublicShare(token, { reason: reason.trim(), ...(address && { email: address }) })
      setState('told')
    } catch (thrown) {
      setError(thrown)
      setState('ready')
    }
  }

  const wrongEmail =
    error instanceof ApiError && error.field('email') ? t`Enter a valid e-mail address.` : undefined
  return (
    <NativeDialog open={open} onClose={onClose} title={t`Report this file`}>
      <div role="status">
        {state === 'told' && (
          <p>
            <Trans>Report sent. An administrator will review the file.</Trans>
          </p>
        )}
      </div>
      {state === 'told' ? (
        <Button size={36} className="mt-4" onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      ) : (
        <form noValidate className="grid gap-4" onSubmit={(event) => void submit(event)}>
          <Field
            label={t`What’s wrong with this file`}
            help={t`Sent to the administrator, not to the sender.`}
          >
            <Textarea
              rows={4}
              maxLength={1000}
              required
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          </Field>
          <Field label={t`Your e-mail address for a reply (optional)`} error={wrongEmail}>
            <Input
              type="email"
              size={36}
              autoComplete="email"
              maxLength={254}
              value={email}
              onChange={(event) => setEmail(event.target.value)}
            />
          </Field>
          <div role="alert">
            {error !== null && !wrongEmail && <p className="text-bad">{sayError(i18n, error)}</p>}
          </div>
          <div className="flex justify-end gap-2">
            <Button size={36} onClick={onClose}>
              <Trans>Cancel</Trans>
            </Button>
            <Button
              type="submit"
              variant="primary"
              size={36}
              working={state === 'working'}
              verb={t`Reporting`}
              disabled={reason.trim() === ''}
              reason={t`Describe the problem first.`}
            >
              <Trans>Report</Trans>
            </Button>
          </div>
        </form>
      )}
    </NativeDialog>
  )
}
