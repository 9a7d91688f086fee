import { useLingui } from '@lingui/react/macro'
import { BellIcon, EllipsisIcon, UserPenIcon } from 'lucide-react'
import { useState } from 'react'
import type { Recipient, SigningSession } from '../../api/signing.ts'
import { formatMoment, formatMomentLine } from '../../lib/format-date.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { deferred, useDeferredDialog } from '../../ui/deferred.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Panel } from '../../ui/panel.tsx'
import { StatusWord } from '../../ui/status-word.tsx'
import { atTheEnd, groupsOf, useAccessWords, useRoleWords, whoOf } from '../signing-people/index.ts'
import type { ChangeDialogProps } from './change-dialog.tsx'
import { useSessionActs } from './use-session-acts.ts'
import { isAwaited, useRecipientWords } from './words.ts'

const CHANGE = deferred<ChangeDialogProps>(async () => (await import('./change-dialog.tsx')).ChangeDialog)

/** Everybody in the order in which it is their turn, and what they have done. */
export function PeopleList({ session }: { session: SigningSession }) {
  const { t, i18n } = useLingui()
  const { recipients } = session
  const [changed, setChanged] = useState<Recipient | null>(null)
  const Change = useDeferredDialog(CHANGE, changed !== null, () => setChanged(null))
  const groups = groupsOf(recipients)
  const copies = recipients.filter(atTheEnd)
  const names = [t`First`, t`Second`, t`Third`]
  const parts = [
    ...groups.map(({ number, people }) => ({
      key: String(number),
      title: groups.length > 1 ? (names[number - 1] ?? t`Number ${i18n.number(number)}`) : null,
      people,
    })),
    ...(copies.length > 0 ? [{ key: 'copy', title: t`At the end`, people: copies }] : []),
  ]
  return (
    <Panel title={t`Recipients`} note={recipients.length} flush>
      {parts.map(({ key, title, people }) => (
        <section key={key} aria-label={title ?? t`Recipients`} className="not-first:border-t border-line">
          {title && <h3 className="px-4 pt-2.5 text-small font-medium text-ink-soft">{title}</h3>}
          <ul>
            {people.map((one) => (
              <Person key={one.id} one={one} session={session} onChange={() => setChanged(one)} />
            ))}
          </ul>
        </section>
      ))}
      {Change && changed && <Change session={session} recipient={changed} onClose={() => setChanged(null)} />}
    </Panel>
  )
}

type PersonProps = { one: Recipient; session: SigningSession; onChange: () => void }

function Person({ one, session, onChange }: PersonProps) {
  const { t, i18n } = useLingui()
  const roles = useRoleWords()
  const accesses = useAccessWords()
  const says = useRecipientWords()
  const { remind } = useSessionActs()
  const { recipients, state } = session
  const { word, status, at } = says(one, state)
  const moment = (when: string | null) => when && formatMomentLine(new Date(when), { locale: i18n.locale })
  const heir = recipients.find(({ delegated_from }) => delegated_from === one.id)
  const before = recipients.find(({ id }) => id === one.delegated_from)
  const can =
    state === 'open' && one.state !== 'done' && one.state !== 'declined' && one.state !== 'delegated'
  const facts = [
    roles[one.role].word,
    one.access !== 'link' && accesses[one.access].word,
    before && t`for ${before.name}`,
    one.reminded_at && t`reminded ${formatMoment(new Date(one.reminded_at), { locale: i18n.locale })}`,
  ].filter(Boolean)
  return (
    <li className="flex items-start gap-3 border-t border-line px-4 py-2.5 first:border-t-0">
      <Avatar kind="recipient" who={whoOf(recipients, one.id)} name={one.name} size={32} />
      <div className="min-w-0 flex-1">
        <p className="font-medium wrap-anywhere">
          <bdi>{one.name}</bdi>
        </p>
        <p className="text-small text-ink-soft wrap-anywhere" translate="no">
          {one.email}
        </p>
        <p className="text-small text-ink-soft wrap-anywhere">{facts.join(', ')}</p>
        {one.decline_reason && (
          <p className="mt-1 border-s-2 border-bad ps-2 wrap-anywhere whitespace-pre-line" translate="no">
            {one.decline_reason}
          </p>
        )}
      </div>
      <div className="flex-none text-end text-small max-sm:max-w-28">
        <StatusWord status={status}>{heir ? t`Passed on to ${heir.name}` : word}</StatusWord>
        {at && (
          <time dateTime={at} className="block text-ink-soft">
            {moment(at)}
          </time>
        )}
      </div>
      {can && (
        <Menu
          align="end"
          trigger={<IconButton name={t`More for ${one.name}`} icon={EllipsisIcon} />}
          entries={[
            ...(isAwaited(one)
              ? [{ label: t`Remind`, icon: BellIcon, onSelect: () => void remind(session, one) }]
              : []),
            { label: t`Ask somebody else`, icon: UserPenIcon, onSelect: onChange },
          ]}
        />
      )}
    </li>
  )
}
