import { draggable } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { Plural, useLingui } from '@lingui/react/macro'
import {
  ArrowDownIcon,
  ArrowUpIcon,
  EllipsisIcon,
  GripVerticalIcon,
  PencilIcon,
  Trash2Icon,
} from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { classNames } from '../../../lib/class-names.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { useRoleWords, WHO_EDGE, type Who } from '../people/index.ts'
import type { EditorRecipient } from './draft.ts'

export type RecipientRowProps = {
  recipient: EditorRecipient
  who: Who
  fields: number
  /** Fields are currently placed for them. */
  active: boolean
  onActive: (() => void) | null
  onEdit: () => void
  onRemove: () => void
  /** Null if it can't be moved. */
  onEarlier: (() => void) | null
  onLater: (() => void) | null
}

/** A recipient in the order: moved by the handle or from the menu. */
export function RecipientRow(props: RecipientRowProps) {
  const { recipient, who, fields, active, onActive, onEdit, onRemove, onEarlier, onLater } = props
  const { t } = useLingui()
  const roles = useRoleWords()
  const row = useRef<HTMLLIElement>(null)
  const handle = useRef<HTMLSpanElement>(null)
  const [dragged, setDragged] = useState(false)
  const { id, name, email, role } = recipient
  const free = role !== 'copy'
  useEffect(() => {
    const [element, dragHandle] = [row.current, handle.current]
    if (!free || !element || !dragHandle) return
    return draggable({
      element,
      dragHandle,
      getInitialData: () => ({ recipient: id }),
      onDragStart: () => setDragged(true),
      onDrop: () => setDragged(false),
    })
  }, [id, free])
  return (
    <li
      ref={row}
      className={classNames(
        'relative flex min-h-14 items-center gap-2 border-s-[3px] border-t border-t-line ps-1 pe-1',
        WHO_EDGE[who],
        active && 'bg-accent-tint',
        dragged && 'opacity-50',
      )}
    >
      <span
        ref={handle}
        aria-hidden="true"
        className={classNames(
          'grid h-10 w-5 flex-none place-items-center text-ink-faint',
          free ? 'cursor-grab' : 'invisible',
        )}
      >
        <GripVerticalIcon className="size-3.5" />
      </span>
      <Avatar kind="recipient" who={who} name={name} size={24} />
      <div className="min-w-0 flex-1">
        {onActive ? (
          <button
            type="button"
            aria-pressed={active}
            onClick={onActive}
            className="block max-w-full truncate text-start font-medium before:absolute before:inset-y-0 before:start-6 before:end-10 focus-visible:focus-inset"
          >
            <bdi>{name}</bdi>
          </button>
        ) : (
          <span className="block truncate font-medium">
            <bdi>{name}</bdi>
          </span>
        )}
        <span className="block truncate text-small text-ink-soft" translate="no">
          {email}
        </span>
      </div>
      <div className="flex-none text-end text-small text-ink-soft">
        <span className="block">{roles[role].word}</span>
        {role === 'signer' && (
          <span className="block">
            <Plural value={fields} one="# field" other="# fields" />
          </span>
        )}
      </div>
      <span className="relative">
        <Menu
          align="end"
          trigger={<IconButton name={t`More for ${name}`} icon={EllipsisIcon} />}
          entries={[
            { label: t`Edit`, icon: PencilIcon, onSelect: onEdit },
            {
              label: t`Move earlier`,
              icon: ArrowUpIcon,
              disabled: !onEarlier,
              onSelect: () => onEarlier?.(),
            },
            { label: t`Move later`, icon: ArrowDownIcon, disabled: !onLater, onSelect: () => onLater?.() },
            'line',
            { label: t`Remove`, icon: Trash2Icon, danger: true, onSelect: onRemove },
          ]}
        />
      </span>
    </li>
  )
}
