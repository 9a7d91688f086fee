import { useLingui } from '@lingui/react/macro'
import { SendIcon } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { toApiError } from '../../api/errors.ts'
import {
  type Attempt,
  type CatalogEntry,
  type EventType,
  useDelivery,
  useTestWebhook,
  type Webhook,
} from '../../api/webhooks.ts'
import { formatDuration } from '../../lib/format-duration.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Select } from '../../ui/select.tsx'
import { StatusWord } from '../../ui/status-word.tsx'
import { useProblemWords } from '../problems/index.ts'
import { CodeText } from './code-text.tsx'

/** Sends a test event and shows the response. */
export function FirstTest({ webhook, entries }: { webhook: Webhook; entries: readonly CatalogEntry[] }) {
  const { t } = useLingui()
  const words = useProblemWords()
  const [type, setType] = useState<EventType>('webhook.test')
  const test = useTestWebhook()
  const delivery_id = test.data?.delivery_id ?? null
  const { data } = useDelivery(webhook.webhook_id, delivery_id)
  const delivery = data ?? test.data
  const attempt = delivery?.attempts.at(-1)
  const waits = test.isPending || (delivery?.status === 'pending' && !attempt)
  return (
    <Panel
      title={t`First test`}
      actions={
        <>
          <span className="w-48">
            <Select
              label={t`Event type`}
              size={28}
              options={entries.map((entry) => ({ value: entry.type, label: entry.type }))}
              value={type}
              onChange={setType}
            />
          </span>
          <Button
            size={28}
            icon={SendIcon}
            working={waits}
            verb={t`Sending`}
            onClick={() => test.mutate({ webhook_id: webhook.webhook_id, type })}
          >
            {t`Send test event`}
          </Button>
        </>
      }
      flush
    >
      <div aria-live="polite">
        {test.error ? (
          <p className="px-4 py-4 text-bad">{words(toApiError(test.error))}</p>
        ) : waits ? (
          <p className="px-4 py-4">
            <StatusWord status="working">{t`Waiting for the response`}</StatusWord>
          </p>
        ) : attempt && delivery ? (
          <>
            <p className="flex flex-wrap items-center justify-between gap-2 px-4 py-3">
              <AttemptResult attempt={attempt} />
              <Link
                className="link"
                to={paths.webhook(webhook.webhook_id, { delivery: delivery.delivery_id })}
              >
                {t`View delivery`}
              </Link>
            </p>
            {attempt.error !== null && <p className="px-4 pb-3 wrap-anywhere">{attempt.error}</p>}
            {attempt.response_body && (
              <CodeText
                text={attempt.response_body}
                label={t`Response body`}
                className="max-h-60 rounded-b-sheet border-t border-line"
              />
            )}
          </>
        ) : delivery?.status === 'cancelled' ? (
          <p className="px-4 py-4 text-ink-soft">{t`The delivery was cancelled.`}</p>
        ) : (
          <p className="px-4 py-4 text-ink-soft">
            {t`Send a test event to see how your receiver responds. It’s sent once and not retried.`}
          </p>
        )}
      </div>
    </Panel>
  )
}

/** The result of an attempt: the status of the response, or the error without one. */
function AttemptResult({ attempt }: { attempt: Attempt }) {
  const { t } = useLingui()
  const { status_code, error, duration_ms } = attempt
  const took = formatDuration(duration_ms)
  return (
    <StatusWord status={error === null ? 'done' : 'failed'}>
      <span className="wrap-anywhere">
        {status_code === null ? (error ?? '–') : `HTTP ${status_code}`}
        <span className="font-regular text-ink-soft">{t`, after ${took}`}</span>
      </span>
    </StatusWord>
  )
}
