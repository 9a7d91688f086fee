import { useLingui } from '@lingui/react/macro'
import { BellIcon, EllipsisIcon, PencilIcon } from 'lucide-react'
import type { Recipient, SigningSession } from '../../../api/signing.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu, type MenuEntry } from '../../../ui/menu.tsx'
import { StatusWord } from '../../../ui/status-word.tsx'
import { whoOf } from '../people/index.ts'
import { ROLE_WORDS, useMoments, useRecipientWord } from './labels.ts'
import { Mark } from './people-marks.tsx'
import { awaited, canChange } from './standing.ts'
import { useOpenDialog } from './use-open-dialog.ts'
import { useSessionActions } from './use-session-actions.ts'

type PersonProps = { session: SigningSession; recipient: Recipient }

/** A recipient: name, state, and times. */
export function Person({ session, recipient }: PersonProps) {
  const { i18n } = useLingui()
  const { status, word } = useRecipientWord()(recipient)
  const { recipients } = session
  const { id, name, email, role, decline_reason } = recipient
  return (
    <li className="flex gap-3 border-b border-line px-4 py-3 last:border-b-0">
      <Mark recipient={recipient} who={whoOf(recipients, id)} size={32} />
      <div className="grid min-w-0 flex-1 gap-x-4 gap-y-0.5 sm:grid-cols-[minmax(0,1fr)_minmax(0,0.9fr)]">
        <div className="min-w-0">
          <p className="font-medium wrap-anywhere" translate="no">
            {name}
          </p>
          <p className="text-small wrap-anywhere text-ink-soft" translate="no">
            {email}
          </p>
        </div>
        <div className="min-w-0">
          <p className="flex flex-wrap gap-x-3">
            <StatusWord status={status}>{word}</StatusWord>
            <span className="text-ink-soft">{i18n._(ROLE_WORDS[role])}</span>
          </p>
          <Details recipient={recipient} recipients={recipients} />
        </div>
        {decline_reason && (
          <p
            className="mt-1 border-s-2 border-bad ps-3 wrap-anywhere whitespace-pre-line sm:col-span-2"
            translate="no"
          >
            {decline_reason}
          </p>
        )}
      </div>
      <PersonMenu session={session} recipient={recipient} />
    </li>
  )
}

/** Times, verification method, and delegation. */
function Details({ recipient, recipients }: { recipient: Recipient; recipients: readonly Recipient[] }) {
  const { t } = useLingui()
  const moments = useMoments()
  const { id, role, access, invited_at, viewed_at, done_at, reminded_at, delegated_from } = recipient
  const from = recipients.find((one) => one.id === delegated_from)?.name
  const delegate = recipients.find((one) => one.delegated_from === id)?.name
  const invited = invited_at && moments.within(invited_at)
  const opened = viewed_at && moments.within(viewed_at)
  const signed = done_at && moments.within(done_at)
  const reminded = reminded_at && moments.within(reminded_at)
  const lines = [
    from && t`Delegated by ${from}`,
    delegate && t`Delegated to ${delegate}`,
    invited && t`Sent ${invited}`,
    opened && t`Viewed ${opened}`,
    signed && (role === 'approver' ? t`Approved ${signed}` : t`Signed ${signed}`),
    reminded && t`Reminded ${reminded}`,
    access === 'code' && t`Verification: access code`,
    access === 'email' && t`Verification: e-mail code`,
  ].filter((line) => typeof line === 'string')
  return (
    <ul className="text-small text-ink-soft">
      {lines.map((line) => (
        <li key={line} className="wrap-anywhere">
          {line}
        </li>
      ))}
    </ul>
  )
}

function PersonMenu({ session, recipient }: PersonProps) {
  const { t } = useLingui()
  const { remind } = useSessionActions()
  const { open } = useOpenDialog()
  const { id, name } = recipient
  const waitedFor = session.state === 'open' && awaited([recipient]).length > 0
  const entries: MenuEntry[] = [
    ...(waitedFor ? [{ label: t`Remind`, icon: BellIcon, onSelect: () => void remind(session, id) }] : []),
    ...(canChange(session, recipient)
      ? [{ label: t`Edit recipient`, icon: PencilIcon, onSelect: () => open('change', id) }]
      : []),
  ]
  if (entries.length === 0) return <span className="w-7 flex-none max-sm:hidden" />
  return <Menu trigger={<IconButton name={t`More for ${name}`} icon={EllipsisIcon} />} entries={entries} />
}
