import { useLingui } from '@lingui/react/macro'
import { type FormEvent, useId, useState } from 'react'
import { toApiError } from '../../api/errors.ts'
import { useEventTypes, useUpdateWebhook, type Webhook } from '../../api/webhooks.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogClose } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { TextButton } from '../../ui/text-button.tsx'
import { showToast } from '../../ui/toaster.tsx'
import { ProblemLine } from '../problems/index.ts'
import { EventCatalogue } from './event-catalogue.tsx'
import { type HeaderDraft, headerError, headersOf } from './headers.ts'
import { HeadersField } from './headers-field.tsx'
import { UrlField } from './url-field.tsx'
import { useUrlState } from './use-url-state.ts'

type SettingsDialogProps = { webhook: Webhook; onClose: () => void }

/** URL, events, description and headers. Only changes are sent. */
export default function SettingsDialog({ webhook, onClose }: SettingsDialogProps) {
  const { t } = useLingui()
  const form = useId()
  const { data } = useEventTypes()
  const [url, setUrl] = useState(webhook.url)
  const [description, setDescription] = useState(webhook.description)
  const [patterns, setPatterns] = useState<ReadonlySet<string>>(new Set(webhook.events))
  // Null: unchanged. Responses do not contain their values, so they can only be replaced as a
  // whole.
  const [headers, setHeaders] = useState<HeaderDraft[] | null>(null)
  const [tried, setTried] = useState(false)
  const urlState = useUrlState(url, webhook.url)
  const { mutate, isPending, error, reset } = useUpdateWebhook()
  const refused = error && toApiError(error)
  const urlError =
    urlState.error ??
    (tried && url.trim() === '' ? t`Enter the URL of your receiver.` : null) ??
    refused?.field('url')
  const names = webhook.header_names.join(', ')

  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (url.trim() === '' || urlState.error || patterns.size === 0 || isPending) return
    const events = [...patterns]
    const changed =
      events.length !== webhook.events.length || webhook.events.some((one) => !patterns.has(one))
    mutate(
      {
        webhook_id: webhook.webhook_id,
        body: {
          ...(url.trim() !== webhook.url && { url: url.trim() }),
          ...(description.trim() !== webhook.description && { description: description.trim() }),
          ...(changed && { events }),
          ...(headers && { headers: headersOf(headers) }),
        },
      },
      {
        onSuccess: () => {
          showToast({ text: t`Settings saved` })
          onClose()
        },
      },
    )
  }
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title={t`Webhook settings`}
      foot={
        <>
          <DialogClose render={<Button>{t`Cancel`}</Button>} />
          <Button variant="primary" type="submit" form={form} working={isPending} verb={t`Saving`}>
            {t`Save settings`}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit} className="grid gap-4">
        <UrlField
          value={url}
          onChange={(value) => {
            if (error) reset()
            setUrl(value)
          }}
          state={urlState}
          error={urlError}
        />
        <Field label={t`Description`}>
          <Input
            maxLength={500}
            value={description}
            onChange={(event) => setDescription(event.target.value)}
          />
        </Field>
        {headers === null && names ? (
          <div>
            <p className="mb-1 text-small font-medium text-ink-soft">{t`Custom headers`}</p>
            <p>
              <span className="mono text-small wrap-anywhere" translate="no">
                {names}
              </span>{' '}
              <TextButton onClick={() => setHeaders([])}>{t`Replace headers`}</TextButton>
            </p>
            <p className="mt-1 text-small text-ink-soft">{t`Header values are stored encrypted and can’t be shown.`}</p>
          </div>
        ) : (
          <HeadersField
            headers={headers ?? []}
            onChange={(next) => {
              if (error) reset()
              setHeaders(next)
            }}
            error={headerError(refused)}
          />
        )}
        {data && (
          <div className="overflow-hidden rounded-sheet border border-line-strong">
            <EventCatalogue
              entries={data.results}
              patterns={patterns}
              onChange={setPatterns}
              error={tried && patterns.size === 0 ? t`Select at least one event.` : null}
            />
          </div>
        )}
        {!headerError(refused) && <ProblemLine error={refused} fields={['url']} />}
      </form>
    </Dialog>
  )
}
