import { useLingui } from '@lingui/react/macro'
import { EllipsisIcon } from 'lucide-react'
import type { Role } from '../../../../../contract/permissions.ts'
import type { BusinessUser } from '../../../../api/business-users.ts'
import { formatMomentLine } from '../../../../lib/format-date.ts'
import { formatNumber } from '../../../../lib/format-number.ts'
import { Avatar } from '../../../../ui/avatar.tsx'
import { Badge } from '../../../../ui/badge.tsx'
import { Checkbox } from '../../../../ui/checkbox.tsx'
import { IconButton } from '../../../../ui/icon-button.tsx'
import { Menu, type MenuEntry } from '../../../../ui/menu.tsx'
import { Select } from '../../../../ui/select.tsx'
import { StatusWord } from '../../../../ui/status-word.tsx'
import { Cell, Row } from '../../../../ui/table.tsx'
import { ROLE_WORDS } from '../../labels/index.ts'
import { useFactorWord } from './use-factor-word.ts'
import type { MemberActions } from './use-member-actions.ts'

type MemberRowProps = {
  member: BusinessUser
  index: number
  height: number
  /** Without the columns that need a wide page. */
  compact: boolean
  isSelf: boolean
  /** The roles that the viewer may give this member; none where they may not change them. */
  roles: readonly Role[]
  selected: boolean
  onSelect: (id: string, selected: boolean, range: boolean) => void
  onFocus: () => void
  acts: MemberActions
}

export function MemberRow(props: MemberRowProps) {
  const { member, index, height, compact, isSelf, roles, selected, onSelect, onFocus, acts } = props
  const { t, i18n } = useLingui()
  const factorWord = useFactorWord()
  const { id, name, email, role, status, last_active_at, credits_this_month } = member
  const changeable = roles.length > 0
  const factor = factorWord(member)
  const roleName = i18n._(ROLE_WORDS[role])
  const statusWord = status === 'active' ? t`Active` : status === 'suspended' ? t`Suspended` : t`Removed`
  return (
    <Row
      selected={selected}
      aria-rowindex={index + 2}
      data-row={id}
      tabIndex={-1}
      onFocus={onFocus}
      className="max-sm:content-center max-sm:gap-y-1"
      style={{ height }}
    >
      <Cell className="max-sm:row-span-2">
        {changeable && (
          <Checkbox
            label={t`Select ${name}`}
            checked={selected}
            onChange={(next, event) => onSelect(id, next, 'shiftKey' in event && event.shiftKey === true)}
          />
        )}
      </Cell>
      <Cell className="flex items-center gap-2.5">
        <Avatar kind="person" name={name} />
        <span className="min-w-0">
          <span className="flex items-center gap-1.5">
            <span translate="no" className="min-w-10 truncate font-medium" title={name}>
              {name}
            </span>
            {isSelf && <Badge tone="accent">{t`You`}</Badge>}
            {member.is_primary_contact && <Badge>{t`Contact`}</Badge>}
          </span>
          <span translate="no" className="block truncate text-small text-ink-soft" title={email}>
            {email}
          </span>
        </span>
      </Cell>
      <Cell className="max-sm:col-start-2 max-sm:row-start-2 max-sm:flex max-sm:items-center max-sm:gap-3">
        {changeable && roles.includes(role) ? (
          <Select
            label={t`Role of ${name}`}
            size={28}
            className="w-full max-sm:w-32"
            options={roles.map((value) => ({ value, label: i18n._(ROLE_WORDS[value]) }))}
            value={role}
            onChange={(next) => void acts.changeRole([member], next)}
          />
        ) : (
          <span className="px-2.5 max-sm:px-0">{roleName}</span>
        )}
        <span className={`text-small sm:hidden ${factor.warn ? 'text-warn' : 'text-ink-soft'}`}>
          {factor.word}
        </span>
      </Cell>
      <Cell className={`max-sm:hidden ${status === 'active' ? '' : 'font-medium'}`}>{statusWord}</Cell>
      <Cell className="max-sm:hidden">
        {factor.warn ? (
          <span className="font-medium text-warn">{factor.word}</span>
        ) : factor.has ? (
          <StatusWord status="done">{factor.word}</StatusWord>
        ) : (
          <span className="text-ink-soft">{factor.word}</span>
        )}
      </Cell>
      {!compact && (
        <>
          <Cell faint className="truncate">
            {last_active_at ? formatMomentLine(new Date(last_active_at), { locale: i18n.locale }) : t`Never`}
          </Cell>
          <Cell end>{credits_this_month > 0 ? formatNumber(credits_this_month, i18n.locale) : '–'}</Cell>
        </>
      )}
      <Cell end className="max-sm:col-start-3 max-sm:row-start-1">
        {changeable && <MemberMenu member={member} acts={acts} />}
      </Cell>
    </Row>
  )
}

function MemberMenu({ member, acts }: { member: BusinessUser; acts: MemberActions }) {
  const { t } = useLingui()
  const { name, status, is_primary_contact, has_second_factor, second_factor_due } = member
  const entries: MenuEntry[] = [
    ...(second_factor_due && has_second_factor === false
      ? [{ label: t`Remind to set up two-factor`, onSelect: () => void acts.remind([member]) }]
      : []),
    ...(status === 'active' && !is_primary_contact
      ? [{ label: t`Make primary contact`, onSelect: () => void acts.makeContact(member) }]
      : []),
    status === 'suspended'
      ? { label: t`Reactivate`, onSelect: () => void acts.suspend([member], 'active') }
      : { label: t`Suspend`, onSelect: () => void acts.suspend([member], 'suspended') },
    'line',
    { label: t`Remove`, danger: true, onSelect: () => acts.remove([member]) },
  ]
  return (
    <Menu
      align="end"
      trigger={<IconButton name={t`Actions for ${name}`} icon={EllipsisIcon} />}
      entries={entries}
    />
  )
}
