import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { type Status, StatusWord } from '../../../ui/status-word.tsx'
import type { Diagnosis } from './diagnose.ts'
import { useBodyLabels, useCodeLabels, useHeaderLabels, useSecretLabels, useTimeLabels } from './labels.ts'

/** The results by part; the signature, which depends on all of them, is last. */
export function Findings({ diagnosis, ofDelivery }: { diagnosis: Diagnosis; ofDelivery: boolean }) {
  const { t } = useLingui()
  const headers = useHeaderLabels()(diagnosis)
  const secret = useSecretLabels()(diagnosis.secret)
  const time = useTimeLabels()(diagnosis.time)
  const body = useBodyLabels()(diagnosis, ofDelivery)
  const code = useCodeLabels()(diagnosis.code)
  const { matches, expected, code: fault } = diagnosis
  const doubted = diagnosis.missing.length > 0 || !diagnosis.version || expected === null
  return (
    <dl className="divide-y divide-line">
      <Finding name={t`Headers`} status={headers ? 'failed' : 'done'}>
        {headers ?? t`All three present.`}
      </Finding>
      <Finding name={t`Secret`} status={secret ? 'failed' : 'done'}>
        {secret ?? t`Valid 32-byte key.`}
      </Finding>
      <Finding name={t`Time`} status={statusOfTime(diagnosis)}>
        {time}
      </Finding>
      <Finding name={t`Body`} status={statusOfBody(diagnosis, ofDelivery)}>
        {body}
      </Finding>
      <Finding name={t`Signature`} status={doubted ? 'waiting' : matches === null ? 'failed' : 'verified'}>
        {doubted
          ? t`Checked once the headers and secret are valid.`
          : matches === 0
            ? t`The signature matches.`
            : matches !== null
              ? t`Signature ${matches + 1} in the header matches. Two secrets are valid after a rotation.`
              : diagnosis.body
                ? t`The signature doesn’t match because the body differs.`
                : diagnosis.differing.length > 0
                  ? t`The signature doesn’t match because the headers differ.`
                  : ofDelivery
                    ? t`The signature doesn’t match, but headers and body are as sent. The request was signed with a different secret.`
                    : t`The signature doesn’t match: the secret or the body differs. To find out which, open a delivery and select “Verify signature”.`}
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
