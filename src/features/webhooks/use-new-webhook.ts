import { useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { toApiError } from '../../api/errors.ts'
import { useCreateWebhook, type Webhook, type WebhookBody } from '../../api/webhooks.ts'
import { randomId } from '../../lib/random-id.ts'
import { type HeaderDraft, headersOf } from './headers.ts'
import { useUrlState } from './use-url-state.ts'

/** The draft of a new webhook, then the created one with its secret. */
export function useNewWebhook() {
  const { t } = useLingui()
  const [url, setUrl] = useState('')
  const [description, setDescription] = useState('')
  const [headers, setHeaders] = useState<HeaderDraft[]>([])
  const [patterns, setPatterns] = useState<ReadonlySet<string>>(new Set<string>())
  const [tried, setTried] = useState(false)
  const [made, setMade] = useState<Webhook | null>(null)
  const { mutate, isPending, error, reset } = useCreateWebhook()
  const urlState = useUrlState(url)
  /**
   * The same for the same body, so that a retry after a lost response creates no second webhook.
   */
  const attempt = useRef({ body: '', key: '' })

  const urlError =
    urlState.error ??
    (tried && url.trim() === '' ? t`Enter the URL of your receiver.` : null) ??
    error?.field('url') ??
    null
  const eventsError = tried && patterns.size === 0 ? t`Select at least one event.` : null

  return {
    made,
    working: isPending,
    error: error && toApiError(error),
    url: { value: url, set: changing(setUrl), state: urlState, error: urlError },
    description: { value: description, set: setDescription },
    headers: { value: headers, set: changing(setHeaders) },
    patterns: { value: patterns, set: setPatterns, error: eventsError },
    /** @returns the first invalid field, or null if it was sent */
    submit(): 'url' | 'events' | null {
      setTried(true)
      if (url.trim() === '' || urlState.error) return 'url'
      if (patterns.size === 0) return 'events'
      if (isPending) return null
      const body: WebhookBody = {
        url: url.trim(),
        events: [...patterns],
        description: description.trim(),
        headers: headersOf(headers),
      }
      const text = JSON.stringify(body)
      if (attempt.current.body !== text) attempt.current = { body: text, key: randomId() }
      mutate({ body, key: attempt.current.key }, { onSuccess: setMade })
      return null
    },
  }

  /** Clears the server's error when a value changes. */
  function changing<T>(set: (value: T) => void) {
    return (value: T) => {
      if (error) reset()
      set(value)
    }
  }
}

export type NewWebhook = ReturnType<typeof useNewWebhook>
