import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { type Status, StatusWord } from '../../../ui/status-word.tsx'
import type { Diagnosis } from './diagnose.ts'
import { useBodyWords, useCodeWords, useHeaderWords, useSecretWords, useTimeWords } from './words.ts'

/** What is right and what is not, part by part; the signature, which depends on all of them, comes last. */
export function Findings({ diagnosis, ofDelivery }: { diagnosis: Diagnosis; ofDelivery: boolean }) {
  const { t } = useLingui()
  const headers = useHeaderWords()(diagnosis)
  const secret = useSecretWords()(diagnosis.secret)
  const time = useTimeWords()(diagnosis.time)
  const body = useBodyWords()(diagnosis, ofDelivery)
  const code = useCodeWords()(diagnosis.code)
  const { matches, expected, code: fault } = diagnosis
  const doubted = diagnosis.missing.length > 0 || !diagnosis.version || expected === null
  return (
    <dl className="divide-y divide-line">
      <Finding name={t`Headers`} status={headers ? 'failed' : 'done'}>
        {headers ?? t`All three are there.`}
      </Finding>
      <Finding name={t`Secret`} status={secret ? 'failed' : 'done'}>
        {secret ?? t`A key of 32 bytes.`}
      </Finding>
      <Finding name={t`Time`} status={statusOfTime(diagnosis)}>
        {time}
      </Finding>
      <Finding name={t`Body`} status={statusOfBody(diagnosis, ofDelivery)}>
        {body}
      </Finding>
      <Finding name={t`Signature`} status={doubted ? 'waiting' : matches === null ? 'failed' : 'verified'}>
        {doubted
          ? t`It is computed once headers and secret are right.`
          : matches === 0
            ? t`The signature matches.`
            : matches !== null
              ? t`The signature ${matches + 1} of the header matches: two secrets are valid after a rotation.`
              : diagnosis.body
                ? t`The signature does not match, because of the body.`
                : diagnosis.differing.length > 0
                  ? t`The signature does not match, because of the headers.`
                  : ofDelivery
                    ? t`The signature does not match, and headers and body are as they were sent: this is not the secret that signed the request.`
                    : t`The signature does not match: the secret or the body is not the one that was signed. Open a delivery and choose “Verify signature” to find out which.`}
        {expected && matches === null && (
          <span className="mono mt-1 block text-small wrap-anywhere text-ink-soft" dir="ltr" translate="no">
            {t`Expected: ${expected}`}
          </span>
        )}
      </Finding>
      {code && (
        <Finding name={t`Your code`} status={fault === 'none' ? 'verified' : 'failed'}>
          {code}
        </Finding>
      )}
    </dl>
  )
}

function statusOfTime({ time }: Diagnosis): Status {
  if (time.fault === null) return 'done'
  return time.fault === 'old' ? 'warning' : 'failed'
}

function statusOfBody({ body, matches }: Diagnosis, ofDelivery: boolean): Status {
  if (body) return 'failed'
  return ofDelivery || matches !== null ? 'done' : 'waiting'
}

function Finding({ name, status, children }: { name: string; status: Status; children: ReactNode }) {
  return (
    <div className="grid gap-x-3 gap-y-0.5 px-4 py-2.5 sm:grid-cols-[96px_minmax(0,1fr)]">
      <dt className="flex items-start">
        <StatusWord status={status}>{name}</StatusWord>
      </dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  )
}
