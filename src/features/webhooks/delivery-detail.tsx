import { useLingui } from '@lingui/react/macro'
import { BanIcon, RotateCcwIcon, XIcon } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { Delivery, Webhook } from '../../api/webhooks.ts'
import { useMedia } from '../../lib/use-media.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { FactList } from '../../ui/fact-list.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { StatusWord } from '../../ui/status-word.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { TextButton } from '../../ui/text-button.tsx'
import { useMay } from '../businesses/acting/index.ts'
import { AttemptTimeline } from './attempt-timeline.tsx'
import { CodeText, setOut } from './code-text.tsx'
import { curlOf } from './curl.ts'
import { deliveryStatusOf, useDeliveryLabels } from './delivery-labels.ts'
import { useDeliveryActions } from './use-delivery-actions.ts'

type Part = 'response' | 'request' | 'facts'
type DeliveryDetailProps = { webhook: Webhook; delivery: Delivery; onClose: string }

/** A delivery: its attempts, and the request and response as text. */
export function DeliveryDetail({ webhook, delivery, onClose }: DeliveryDetailProps) {
  const { t } = useLingui()
  const mayWrite = useMay()('webhooks:write')
  const { statuses, triggers } = useDeliveryLabels()
  const { resend, cancel, working } = useDeliveryActions()
  const [part, setPart] = useState<Part>('response')
  const [picked, setPicked] = useState<number | null>(null)
  const section = useRef<HTMLElement>(null)
  // If it replaces the list, the clicked row is gone.
  const wide = useMedia('(min-width: 80rem)')
  useEffect(() => {
    if (!wide) section.current?.focus()
  }, [wide])
  const { attempts, status, type, request_headers, request_body } = delivery
  // The newest attempt, including later ones, until one is selected.
  const shown = picked ?? attempts.length - 1
  const attempt = attempts[shown]
  const labels: Record<Part, string> = { response: t`Response`, request: t`Request`, facts: t`Details` }
  const panels = {
    response: attempt ? (
      <Response attempt={attempt} />
    ) : (
      <p className="px-4 py-4 text-ink-soft">{t`No response yet.`}</p>
    ),
    request: (
      <>
        <CodeText
          text={[`POST ${webhook.url}`, linesOf(request_headers)].join('\n')}
          label={t`Request headers`}
          className="max-h-60 border-b border-line"
        />
        <CodeText text={setOut(request_body)} label={t`Request body`} className="max-h-[28rem]" />
        <p className="flex flex-wrap items-center justify-end gap-2 border-t border-line px-4 py-2.5">
          <span className="me-auto min-w-0 flex-1 basis-40 text-small text-ink-soft">
            {t`Formatted for reading. The copied body is exactly as signed.`}
          </span>
          <TextButton
            render={
              <Link
                to={paths.verifySignature({ webhook: webhook.webhook_id, delivery: delivery.delivery_id })}
              />
            }
          >
            {t`Verify signature`}
          </TextButton>
          <CopyButton text={request_body} name={t`Copy request body`} />
          <CopyCurl text={curlOf(webhook.url, request_headers, request_body)} />
        </p>
      </>
    ),
    facts: (
      <div className="p-4">
        <FactList
          facts={[
            { name: t`Trigger`, value: triggers[delivery.trigger] },
            { name: t`Delivery ID`, value: delivery.delivery_id, mono: true },
            { name: t`Event ID`, value: delivery.event_id, mono: true },
            { name: t`Object ID`, value: delivery.object_id ?? '', mono: true },
          ]}
        />
      </div>
    ),
  }
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label={t`Delivery`}
      className="min-w-0 overflow-hidden rounded-sheet border border-line-strong bg-surface outline-none xl:sticky xl:top-4 xl:max-h-[calc(100dvh-5.5rem)] xl:overflow-y-auto"
    >
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-2.5 ps-4 pe-2">
        <h2 className="mono min-w-0 font-medium wrap-anywhere" translate="no">
          {type}
        </h2>
        <StatusWord status={deliveryStatusOf(delivery)}>{statuses[status]}</StatusWord>
        <span className="ms-auto flex items-center gap-2">
          {mayWrite && status === 'pending' && (
            <Button
              size={28}
              icon={BanIcon}
              working={working === 'cancel'}
              verb={t`Cancelling`}
              onClick={() => void cancel(delivery)}
            >
              {t`Cancel delivery`}
            </Button>
          )}
          {mayWrite && (
            <Button
              size={28}
              icon={RotateCcwIcon}
              working={working === 'resend'}
              verb={t`Resending`}
              disabled={!webhook.is_active}
              reason={t`The webhook is disabled. Enable it first.`}
              onClick={() => void resend(webhook, delivery)}
            >
              {t`Resend event`}
            </Button>
          )}
          <IconButton
            name={t`Close delivery`}
            icon={XIcon}
            render={<Link to={onClose} replace preventScrollReset />}
          />
        </span>
      </header>
      <AttemptTimeline delivery={delivery} shown={shown} onShow={setPicked} />
      <div className="border-t border-line pt-1">
        <Tabs
          label={t`Delivery sections`}
          value={part}
          onChange={setPart}
          tabs={(['response', 'request', 'facts'] as const).map((value) => ({
            value,
            label: labels[value],
            panel: panels[value],
          }))}
        />
      </div>
    </section>
  )
}

function Response({ attempt }: { attempt: Delivery['attempts'][number] }) {
  const { t } = useLingui()
  const { status_code, error, response_headers, response_body } = attempt
  if (status_code === null) return <p className="px-4 py-4 wrap-anywhere">{error}</p>
  return (
    <>
      <CodeText
        text={[`HTTP ${status_code}`, linesOf(response_headers ?? {})].join('\n')}
        label={t`Response headers`}
        className="max-h-60 border-b border-line"
      />
      {response_body ? (
        <CodeText text={setOut(response_body)} label={t`Response body`} className="max-h-[28rem]" />
      ) : (
        <p className="px-4 py-4 text-ink-soft">{t`The response body is empty.`}</p>
      )}
    </>
  )
}

function CopyCurl({ text }: { text: string }) {
  const { t } = useLingui()
  return (
    <span className="flex items-center gap-2">
      <span className="mono text-small text-ink-soft">curl</span>
      <CopyButton text={text} name={t`Copy as curl`} />
    </span>
  )
}

const linesOf = (headers: Record<string, string>) =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
