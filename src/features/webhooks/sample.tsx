import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { CatalogEntry } from '../../api/webhooks.ts'
import { serverText } from '../../lib/server-text.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { CodeText } from './code-text.tsx'

type Part = 'payload' | 'headers' | 'schema'

/** A sample request of one event type. */
export function Sample({ entry }: { entry: CatalogEntry }) {
  const { t, i18n } = useLingui()
  const [part, setPart] = useState<Part>('payload')
  const texts: Record<Part, string> = {
    payload: JSON.stringify(entry.payload_example, null, 2),
    headers: sampleHeaders(entry),
    schema: JSON.stringify(entry.payload_schema, null, 2),
  }
  const labels: Record<Part, string> = {
    payload: t`Sample payload`,
    headers: t`Headers`,
    schema: t`Schema`,
  }
  return (
    <section
      aria-label={t`Sample`}
      className="flex max-h-full min-w-0 flex-col overflow-hidden rounded-sheet border border-line-strong bg-surface"
    >
      <header className="flex-none px-4 pt-3 pb-2">
        <p className="flex items-center justify-between gap-2">
          <span className="mono min-w-0 wrap-anywhere" translate="no">
            {entry.type}
          </span>
          <CopyButton text={texts[part]} name={t`Copy ${labels[part]}`} />
        </p>
        <p className="mt-1 text-ink-soft">{serverText(i18n, entry.description)}</p>
      </header>
      <Tabs
        label={t`Sample sections`}
        value={part}
        onChange={setPart}
        className="flex min-h-0 flex-col"
        tabs={(['payload', 'headers', 'schema'] as const).map((value) => ({
          value,
          label: labels[value],
          panel: <CodeText text={texts[value]} label={labels[value]} className="max-h-[28rem]" />,
        }))}
      />
    </section>
  )
}

/** The sent headers, with a placeholder signature. */
const sampleHeaders = ({ payload_example: example }: CatalogEntry) =>
  [
    'content-type: application/json',
    'user-agent: Filewright-Webhooks',
    `webhook-id: ${String(example.id ?? 'evt_…')}`,
    'webhook-timestamp: 1772615704',
    'webhook-signature: v1,…',
  ].join('\n')
