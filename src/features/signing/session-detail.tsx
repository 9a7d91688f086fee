import { useLingui } from '@lingui/react/macro'
import { CircleAlertIcon } from 'lucide-react'
import type { SigningSession } from '../../api/signing.ts'
import { formatBytes } from '../../lib/format-bytes.ts'
import { formatDateTime, formatMomentLine } from '../../lib/format-date.ts'
import { formatNumber } from '../../lib/format-number.ts'
import { Button } from '../../ui/button.tsx'
import { type Fact, FactList } from '../../ui/fact-list.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { Panel } from '../../ui/panel.tsx'
import { StatusWord } from '../../ui/status-word.tsx'
import { Steps } from '../../ui/steps.tsx'
import { AuditPanel } from './audit-panel.tsx'
import { DocumentPreview } from './document-preview.tsx'
import { PeopleList } from './people-list.tsx'
import { useSessionActs } from './use-session-acts.ts'
import { STATE_WORDS, statusOf, useStanding } from './words.ts'

/** One session: how it stands, who has done what, the document, and everything that happened. */
export function SessionDetail({ session }: { session: SigningSession }) {
  return (
    <PageFrame
      side={
        <>
          <Facts session={session} />
          <DocumentPreview session={session} />
        </>
      }
    >
      <Standing session={session} />
      <PeopleList session={session} />
      <AuditPanel session={session} />
    </PageFrame>
  )
}

function Standing({ session }: { session: SigningSession }) {
  const { t, i18n } = useLingui()
  const standing = useStanding()
  const { seal } = useSessionActs()
  const { state, done, acting, message, problem } = session
  return (
    <Panel>
      <div className="grid gap-2.5">
        <p className="flex flex-wrap items-center gap-x-4 gap-y-1.5">
          <StatusWord status={statusOf(session)}>{i18n._(STATE_WORDS[state])}</StatusWord>
          {acting > 0 && acting <= 12 ? (
            <Steps done={done} total={acting} says={t`${done} of ${acting}`} />
          ) : (
            <span className="font-medium">{t`${done} of ${acting}`}</span>
          )}
        </p>
        <p role="status" className="text-lead wrap-anywhere">
          {standing(session)}
        </p>
        {state === 'sealing' && problem !== null && (
          <div className="flex flex-wrap items-center gap-3 rounded-control bg-warn-tint px-3 py-2 text-warn">
            <CircleAlertIcon className="size-4 flex-none" />
            <p className="min-w-0 flex-1 basis-48 wrap-anywhere">{problem}</p>
            <Button size={28} onClick={() => void seal(session)}>{t`Try again now`}</Button>
          </div>
        )}
        {message && (
          <p
            className="border-s-2 border-line-strong ps-3 wrap-anywhere whitespace-pre-line text-ink-soft"
            translate="no"
          >
            {message}
          </p>
        )}
      </div>
    </Panel>
  )
}

function Facts({ session }: { session: SigningSession }) {
  const { t, i18n } = useLingui()
  const style = { locale: i18n.locale }
  const { document, deadline_at, reminders, result, show_signatures } = session
  const moment = (at: string | null) => (at ? formatMomentLine(new Date(at), style) : '')
  const facts: Fact[] = [
    { name: t`Document`, value: document.file_name, own: true },
    { name: t`Pages`, value: formatNumber(document.pages, i18n.locale) },
    { name: t`Size`, value: formatBytes(document.size_bytes, i18n.locale) },
    { name: t`Sent`, value: moment(session.sent_at) },
    { name: t`Sign by`, value: deadline_at ? formatDateTime(new Date(deadline_at), style) : t`No day set` },
    {
      name: t`Reminders`,
      value: reminders
        ? t`After ${reminders.first_after_days}, then every ${reminders.every_days} days`
        : t`None`,
    },
    { name: t`Later ones see earlier ones`, value: show_signatures ? t`Yes` : t`No` },
    { name: t`Ended`, value: moment(session.ended_at) },
    {
      name: t`Time stamp`,
      value: result ? (result.time_stamped ? t`By an authority` : t`By this instance`) : '',
    },
    { name: t`Id`, value: session.id, mono: true },
    { name: t`SHA-256 as sent`, value: document.sha256, mono: true },
    { name: t`SHA-256 sealed`, value: result?.sha256 ?? '', mono: true },
  ]
  return (
    <Panel title={t`Facts`}>
      <FactList facts={facts} />
    </Panel>
  )
}
