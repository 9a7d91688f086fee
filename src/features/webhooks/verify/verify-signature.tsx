import { useLingui } from '@lingui/react/macro'
import { FileKeyIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Delivery } from '../../../api/webhooks.ts'
import { Empty } from '../../../ui/empty.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { PageFrame } from '../../../ui/page-frame.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { CodeSamples } from './code-samples.tsx'
import { type Diagnosis, type DiagnosisInput, diagnose } from './diagnose.ts'
import { Findings } from './findings.tsx'
import { readHeaders } from './read-headers.ts'

/** The debounce of typing in milliseconds. */
const PAUSE = 150

/** The diagnosis of the form's input; null before the first one, or without input. */
function useDiagnosis({ headers, body, secret, computed, sent }: DiagnosisInput): Diagnosis | null {
  const [diagnosis, setDiagnosis] = useState<Diagnosis | null>(null)
  const isEmpty = headers.trim() === '' && secret.trim() === ''
  useEffect(() => {
    if (isEmpty) return
    let stale = false
    const timer = setTimeout(
      () =>
        void diagnose({ headers, body, secret, computed, sent }, new Date()).then((next) => {
          if (!stale) setDiagnosis(next)
        }),
      PAUSE,
    )
    return () => {
      stale = true
      clearTimeout(timer)
    }
  }, [headers, body, secret, computed, sent, isEmpty])
  return isEmpty ? null : diagnosis
}

const CODE = { dir: 'ltr', translate: 'no', spellCheck: false, autoComplete: 'off' } as const

/** Finds the part of a signed request that does not match; prefilled from a delivery, if given. */
export function VerifySignature({ delivery }: { delivery: Delivery | null }) {
  const { t } = useLingui()
  const [headers, setHeaders] = useState(() => (delivery ? signedHeaders(delivery) : ''))
  const [body, setBody] = useState(delivery?.request_body ?? '')
  const [secret, setSecret] = useState('')
  const [computed, setComputed] = useState('')
  const [sent] = useState(
    () => delivery && { headers: readHeaders(signedHeaders(delivery)), body: delivery.request_body },
  )
  const diagnosis = useDiagnosis({ headers, body, secret, computed, sent })
  return (
    <PageFrame>
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <Panel title={t`Request`} note={t`Verified in this browser. Nothing is sent.`}>
          <div className="grid gap-4">
            <Field label={t`Headers`} help={t`Header lines, a JSON object, or curl -v output.`}>
              <Textarea
                {...CODE}
                rows={4}
                className="mono"
                placeholder={'webhook-id: evt_…\nwebhook-timestamp: 1772615704\nwebhook-signature: v1,…'}
                value={headers}
                onChange={({ target }) => setHeaders(target.value)}
              />
            </Field>
            <Field label={t`Body`} help={t`The raw body your receiver got, before parsing.`}>
              <Textarea
                {...CODE}
                rows={6}
                className="mono max-h-80"
                value={body}
                onChange={({ target }) => setBody(target.value)}
              />
            </Field>
            <Field label={t`Secret`}>
              <Input
                {...CODE}
                mono
                placeholder="whsec_"
                value={secret}
                onChange={({ target }) => setSecret(target.value)}
              />
            </Field>
            <Field
              label={t`Signature computed by your code`}
              help={t`Optional. Used to find the mistake in your code.`}
            >
              <Input {...CODE} mono value={computed} onChange={({ target }) => setComputed(target.value)} />
            </Field>
          </div>
        </Panel>
        <div className="grid min-w-0 content-start gap-4">
          <Panel title={t`Result`} aria-label={t`Result`} flush>
            <div aria-live="polite">
              {!globalThis.crypto?.subtle ? (
                <p className="px-4 py-4">{t`Signatures can be verified only when this page is loaded over https.`}</p>
              ) : diagnosis ? (
                <Findings diagnosis={diagnosis} ofDelivery={sent !== null} />
              ) : (
                <Empty icon={FileKeyIcon} title={t`Nothing to verify yet`}>
                  {t`Paste the headers, body and secret of a request.`}
                </Empty>
              )}
            </div>
          </Panel>
          <CodeSamples />
        </div>
      </div>
    </PageFrame>
  )
}

const signedHeaders = ({ request_headers }: Delivery) =>
  Object.entries(request_headers)
    .filter(([name]) => name.toLowerCase().startsWith('webhook-'))
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
