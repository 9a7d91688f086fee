import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { toApiError } from '../../api/errors.ts'
import { KEPT_DAYS, useRecover, useRecoverCount, type Webhook } from '../../api/webhooks.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogClose } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { StatusWord } from '../../ui/status-word.tsx'
import { showToast } from '../../ui/toaster.tsx'
import { ProblemLine, useProblemWords } from '../problems/index.ts'
import { instantOfLocal, localOf } from './delivery-view.ts'
import { useWebhookActions } from './use-webhook-actions.ts'

type RecoverDialogProps = {
  webhook: Webhook
  /** The suggested time; any other value means a day ago. */
  since: string | null
  onClose: () => void
}

const DAY = 86_400_000
const dayAgo = () => new Date(Date.now() - DAY).toISOString()

/** Resends missed events, after showing their number. */
export default function RecoverDialog({ webhook, since, onClose }: RecoverDialogProps) {
  const { t } = useLingui()
  const words = useProblemWords()
  const { enable } = useWebhookActions()
  const [local, setLocal] = useState(() =>
    localOf(Number.isNaN(Date.parse(since ?? '')) || since === '1' ? dayAgo() : since),
  )
  const from = instantOfLocal(local)
  const { data, error, isFetching } = useRecoverCount(webhook.webhook_id, from)
  const recover = useRecover()
  const count = data?.count ?? 0
  const ready = from !== null && data !== undefined && !isFetching && webhook.is_active
  const events = t({ message: plural(count, { one: '# event', other: '# events' }) })

  const submit = () => {
    if (!ready || count === 0 || recover.isPending) return
    recover.mutate(
      { webhook_id: webhook.webhook_id, since: from },
      {
        onSuccess: (sent) => {
          showToast({
            text: t({
              message: plural(sent.count, {
                one: '# event queued to be sent again',
                other: '# events queued to be sent again',
              }),
            }),
          })
          onClose()
        },
      },
    )
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t`Recover events`}
      description={t`Sends undelivered events of this webhook’s types since the time you choose, oldest first. Events are kept for ${KEPT_DAYS} days.`}
      foot={
        <>
          <DialogClose render={<Button>{t`Cancel`}</Button>} />
          {webhook.is_active ? (
            <Button
              variant="primary"
              disabled={!ready || count === 0}
              working={recover.isPending}
              verb={t`Sending`}
              onClick={submit}
            >
              {ready && count > 0 ? t`Send ${events}` : t`Send events`}
            </Button>
          ) : (
            <Button variant="primary" onClick={() => void enable(webhook)}>
              {t`Enable webhook`}
            </Button>
          )}
        </>
      }
    >
      <Field label={t`Events since`} {...(from === null && { error: t`Enter a date and a time.` })}>
        <Input
          type="datetime-local"
          className="max-w-60"
          value={local}
          onChange={({ target }) => setLocal(target.value)}
        />
      </Field>
      <p className="mt-3" role="status">
        {from === null ? null : error ? (
          <span className="text-bad">{words(toApiError(error))}</span>
        ) : data === undefined || isFetching ? (
          <StatusWord status="working">{t`Counting events`}</StatusWord>
        ) : count === 0 ? (
          t`All events since then were delivered.`
        ) : data.complete ? (
          t({ message: plural(count, { one: '# event will be sent.', other: '# events will be sent.' }) })
        ) : (
          t({
            message: plural(count, {
              one: '# event will be sent now.',
              other: 'The first # events will be sent. Recover again for the rest.',
            }),
          })
        )}
      </p>
      {!webhook.is_active && (
        <p className="mt-2 text-warn">{t`The webhook is disabled. Enable it before you send events.`}</p>
      )}
      <ProblemLine error={recover.error && toApiError(recover.error)} />
    </Dialog>
  )
}
