import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useEventTypes } from '../../api/webhooks.ts'
import { useHotkeys } from '../../lib/use-hotkeys.ts'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Coming, Problem, ProblemLine } from '../problems/index.ts'
import { EventCatalogue } from './event-catalogue.tsx'
import { headerError } from './headers.ts'
import { HeadersField } from './headers-field.tsx'
import { MadeWebhook, useLoadedFirstTest } from './made-webhook.tsx'
import { Sample } from './sample.tsx'
import { UrlField } from './url-field.tsx'
import type { NewWebhook } from './use-new-webhook.ts'

export const NEW_WEBHOOK_FORM = 'new-webhook'

/** URL and events first; then the secret and a first test. */
export function NewWebhookForm({ draft }: { draft: NewWebhook }) {
  const { data, error, refetch, isPaused } = useEventTypes()
  const entries = data?.results ?? []
  useLoadedFirstTest()
  if (draft.made)
    return (
      <PageFrame width="read">
        <MadeWebhook webhook={draft.made} entries={entries} />
      </PageFrame>
    )
  if (!data)
    return (
      <PageFrame>
        {error ? (
          <Problem error={error} onRetry={() => void refetch()} />
        ) : (
          <Coming paused={isPaused} rows={8} />
        )}
      </PageFrame>
    )
  return <Form draft={draft} entries={entries} />
}

type FormProps = {
  draft: NewWebhook
  entries: NonNullable<ReturnType<typeof useEventTypes>['data']>['results']
}

function Form({ draft, entries }: FormProps) {
  const { t } = useLingui()
  const [focused, setFocused] = useState<string | null>(entries[0]?.type ?? null)
  const entry = entries.find(({ type }) => type === focused) ?? entries[0]
  const { url, description, headers, patterns } = draft

  const submit = () => {
    const wrong = draft.submit()
    const form = document.getElementById(NEW_WEBHOOK_FORM)
    if (wrong === 'url') form?.querySelector<HTMLElement>('input[type="url"]')?.focus()
    if (wrong === 'events') form?.querySelector<HTMLElement>('[data-line] input')?.focus()
  }
  useHotkeys({
    'mod+enter': (event) => {
      event.preventDefault()
      submit()
    },
  })
  return (
    <PageFrame>
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1.28fr)_minmax(0,1fr)]">
        <form
          id={NEW_WEBHOOK_FORM}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            submit()
          }}
          className="min-w-0"
        >
          <Panel flush>
            <div className="grid gap-4 p-4">
              <UrlField value={url.value} onChange={url.set} state={url.state} error={url.error} />
              <Field label={t`Description`} help={t`For example, the name of the receiving system.`}>
                <Input
                  maxLength={500}
                  value={description.value}
                  onChange={(event) => description.set(event.target.value)}
                />
              </Field>
              <HeadersField headers={headers.value} onChange={headers.set} error={headerError(draft.error)} />
            </div>
            <div className="border-t border-line">
              <EventCatalogue
                entries={entries}
                patterns={patterns.value}
                onChange={patterns.set}
                focused={entry?.type ?? null}
                onFocus={setFocused}
                error={patterns.error}
              />
            </div>
            <div className="px-4 pb-3 empty:hidden">
              {!headerError(draft.error) && !draft.error?.field('url') && <ProblemLine error={draft.error} />}
            </div>
          </Panel>
        </form>
        {/* Sticky next to the scrolling events. */}
        <div className="grid min-w-0 gap-4 xl:sticky xl:top-4">
          {entry && <Sample key={entry.type} entry={entry} />}
          <Promises />
        </div>
      </div>
    </PageFrame>
  )
}

function Promises() {
  const { t } = useLingui()
  return (
    <ul className="grid list-disc gap-1.5 ps-4 text-small text-ink-soft">
      <li>{t`The signing secret is shown once, after you create the webhook.`}</li>
      <li>
        {t`Failed deliveries are retried 7 times over 28 hours. After 120 hours without a successful delivery, the webhook is disabled.`}
      </li>
      <li>{t`Events are delivered at least once, in no guaranteed order. Every attempt has the same webhook-id header.`}</li>
    </ul>
  )
}
