import { useLingui } from '@lingui/react/macro'
import { CheckIcon, XIcon } from 'lucide-react'
import type { Recipient } from '../../../api/signing.ts'
import { classNames } from '../../../lib/class-names.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { type Who, whoOf } from '../people/index.ts'
import { useRecipientWord } from './labels.ts'

/** The number that fits in a row. */
const MOST = 3

/** The recipients in their colors, with their states. */
export function PeopleMarks({ recipients }: { recipients: readonly Recipient[] }) {
  const { t } = useLingui()
  const word = useRecipientWord()
  if (recipients.length === 0) return <span className="text-ink-soft">{t`No recipients`}</span>
  const shown = recipients.slice(0, recipients.length > MOST + 1 ? MOST : MOST + 1)
  const left = recipients.length - shown.length
  return (
    <ul className="flex items-center gap-1.5">
      {shown.map((one) => (
        <li key={one.id} className="relative flex" title={`${one.name}: ${word(one).word}`}>
          <Mark recipient={one} who={whoOf(recipients, one.id)} />
          <span className="sr-only" translate="no">
            {one.name}: {word(one).word}
          </span>
        </li>
      ))}
      {left > 0 && (
        <li className="text-small text-ink-soft">
          <span aria-hidden="true">+{left}</span>
          <span className="sr-only">{t`and ${left} more`}</span>
        </li>
      )}
    </ul>
  )
}

type MarkProps = { recipient: Recipient; who: Who; size?: 24 | 32 }

/**
 * Initials with a check mark, a cross, or a dot at their corner: filled if viewed, hollow before.
 */
export function Mark({ recipient: { name, state }, who, size = 24 }: MarkProps) {
  const Icon = state === 'done' ? CheckIcon : state === 'declined' ? XIcon : null
  const dot = {
    done: 'bg-ok',
    declined: 'bg-bad',
    viewed: 'bg-accent',
    invited: 'border border-control',
    waiting: '',
    delegated: '',
  }[state]
  return (
    <span className={classNames('relative flex flex-none self-start', state === 'delegated' && 'opacity-60')}>
      <Avatar kind="recipient" name={name} who={who} size={size} />
      {dot && (
        <span className="absolute -end-1 -bottom-1 grid size-3 place-items-center rounded-pill bg-surface">
          <span className={classNames('grid size-2.5 place-items-center rounded-pill text-surface', dot)}>
            {Icon && <Icon className="size-2" strokeWidth={4} />}
          </span>
        </span>
      )}
    </span>
  )
}
