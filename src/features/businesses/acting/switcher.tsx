import { useLingui } from '@lingui/react/macro'
import { ChevronsUpDownIcon } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { User } from '../../../api/account.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Popover } from '../../../ui/popover.tsx'
import { colourOf } from './business-colour.ts'
import { useActingFor } from './use-acting-for.ts'

const SwitcherList = lazy(() => import('./switcher-list.tsx'))

type SwitcherProps = {
  user: User
  /** Controlled, if a shortcut also opens it. */
  open?: boolean
  onOpenChange?: (open: boolean) => void
}

/** The account that this tab acts for, with a menu to switch. */
export function Switcher({ user, ...given }: SwitcherProps) {
  const { t } = useLingui()
  const [own, setOwn] = useState(false)
  const open = given.open ?? own
  const onOpenChange = given.onOpenChange ?? setOwn
  const member = useActingFor()
  const person = `${user.first_name} ${user.last_name}`.trim() || user.username
  const name = member === undefined ? '…' : (member?.business.name ?? person)
  return (
    <Popover
      label={t`Switch account`}
      flush
      open={open}
      onOpenChange={onOpenChange}
      trigger={
        <button
          type="button"
          aria-label={t`Account: ${name}. Switch`}
          title={name}
          className="flex min-h-7 min-w-0 flex-1 items-center justify-end gap-1 rounded-control ps-1 pe-0.5 hover:bg-hover data-popup-open:bg-accent-tint @max-[8rem]/side:flex-none @max-[8rem]/side:justify-center @max-[8rem]/side:p-1 touch:min-h-(--size-touch)"
        >
          <span translate="no" className="min-w-0 truncate text-small text-ink-soft @max-[8rem]/side:sr-only">
            {name}
          </span>
          <span className="hidden @max-[8rem]/side:inline">
            {member ? (
              <Avatar kind="business" name={name} colour={colourOf(member.business_id)} />
            ) : (
              <Avatar kind="person" name={person} />
            )}
          </span>
          <ChevronsUpDownIcon className="size-3.5 flex-none text-ink-faint @max-[8rem]/side:hidden" />
        </button>
      }
    >
      <Suspense fallback={<div className="h-56 w-64" />}>
        <SwitcherList user={user} name={person} onDone={() => onOpenChange(false)} />
      </Suspense>
    </Popover>
  )
}
