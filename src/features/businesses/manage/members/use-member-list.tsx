import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useSession } from '../../../../api/account.ts'
import type { BusinessUser } from '../../../../api/business-users.ts'
import type { Business } from '../../../../api/businesses.ts'
import { formatMomentLine } from '../../../../lib/format-date.ts'
import { formatNumber } from '../../../../lib/format-number.ts'
import { useMedia } from '../../../../lib/use-media.ts'
import { Avatar } from '../../../../ui/avatar.tsx'
import { Badge } from '../../../../ui/badge.tsx'
import type { MenuEntry } from '../../../../ui/menu.tsx'
import { Select } from '../../../../ui/select.tsx'
import { StatusWord } from '../../../../ui/status-word.tsx'
import { type ListOf, sortedBy, TitleCell, twoLines } from '../../../lists/index.ts'
import { ROLE_WORDS } from '../../labels/index.ts'
import { assignableBy, mayChange } from './ranks.ts'
import { useFactorWord } from './use-factor-word.ts'
import type { MemberActions } from './use-member-actions.ts'
import { useStatusWords } from './use-status-words.ts'
import type { Order, Status } from './view.ts'

const idOf = ({ id }: BusinessUser) => id
const HEIGHTS = twoLines(92)

/** The columns of members, and the actions of a row. The role is changed in the row. */
export function useMemberList(
  business: Business,
  acts: MemberActions,
  order: Order,
  onOrder: (order: Order) => void,
): ListOf<BusinessUser> {
  const { t, i18n } = useLingui()
  const { data: user } = useSession()
  const roomy = useMedia('(min-width: 64rem)')
  const factorOf = useFactorWord()
  const words = useStatusWords()
  const roles = assignableBy(business)
  const by = sortedBy(order, onOrder)
  const changeable = (member: BusinessUser) =>
    roles.length > 0 && member.status !== 'removed' && mayChange(business, member, user?.id)
  const entries = (member: BusinessUser): MenuEntry[] => [
    ...(member.second_factor_due && member.has_second_factor === false
      ? [{ label: t`Remind to set up two-factor`, onSelect: () => void acts.remind([member]) }]
      : []),
    ...(member.status === 'active' && !member.is_primary_contact
      ? [{ label: t`Make primary contact`, onSelect: () => void acts.makeContact(member) }]
      : []),
    member.status === 'suspended'
      ? { label: t`Reactivate`, onSelect: () => void acts.suspend([member], 'active') }
      : { label: t`Suspend`, onSelect: () => void acts.suspend([member], 'suspended') },
    'line',
    { label: t`Remove`, danger: true, onSelect: () => acts.remove([member]) },
  ]
  return {
    label: t`Members`,
    rowsLabel: t`Business members`,
    idOf,
    nameOf: ({ name }) => name,
    focusRow: true,
    heights: HEIGHTS,
    says: (loaded) => t({ message: plural(loaded, { one: '# member', other: '# members' }) }),
    acts: { width: '36px', has: changeable, entries },
    columns: [
      {
        id: 'name',
        head: t`Member`,
        width: 'minmax(0,2fr)',
        phone: 1,
        className: 'flex items-center gap-2.5',
        sort: by('name', 'ascending'),
        cell: ({ id, user_id, name, email, is_primary_contact }) => (
          <>
            <Avatar kind="person" name={name} />
            <span className="min-w-0">
              <TitleCell
                id={id}
                name={name}
                badge={
                  <>
                    {user_id === user?.id && <Badge tone="accent">{t`You`}</Badge>}
                    {is_primary_contact && <Badge>{t`Contact`}</Badge>}
                  </>
                }
                note={
                  <span translate="no" className="truncate" title={email}>
                    {email}
                  </span>
                }
                phoneNote
              />
            </span>
          </>
        ),
      },
      {
        id: 'role',
        head: t`Role`,
        width: '124px',
        phone: 2,
        className: 'max-sm:flex max-sm:items-center max-sm:gap-3',
        sort: by('role', 'ascending'),
        cell: (member) => {
          const { name, role } = member
          const factor = factorOf(member)
          return (
            <>
              {changeable(member) && roles.includes(role) ? (
                <Select
                  label={t`Role of ${name}`}
                  size={28}
                  className="w-full max-sm:w-32"
                  options={roles.map((value) => ({ value, label: i18n._(ROLE_WORDS[value]) }))}
                  value={role}
                  onChange={(next) => void acts.changeRole([member], next)}
                />
              ) : (
                <span className="px-2.5 max-sm:px-0">{i18n._(ROLE_WORDS[role])}</span>
              )}
              <span className={`text-small sm:hidden ${factor.warn ? 'text-warn' : 'text-ink-soft'}`}>
                {factor.word}
              </span>
            </>
          )
        },
      },
      {
        id: 'status',
        head: t`Status`,
        width: roomy ? 'minmax(0,0.8fr)' : '84px',
        cell: ({ status }) => (
          <span className={status === 'active' ? '' : 'font-medium'}>{words[statusOf(status)]}</span>
        ),
      },
      {
        id: 'factor',
        head: t`Two-factor`,
        width: 'minmax(0,1.1fr)',
        cell: (member) => {
          const { has, warn, word } = factorOf(member)
          if (has) return <StatusWord status="done">{word}</StatusWord>
          return <span className={warn ? 'font-medium text-warn' : 'text-ink-soft'}>{word}</span>
        },
      },
      // The last two columns do not fit on a narrow page.
      ...(roomy
        ? [
            {
              id: 'active',
              head: t`Last active`,
              width: 'minmax(0,0.9fr)',
              faint: true,
              className: 'truncate',
              sort: by('active', 'descending'),
              cell: ({ last_active_at: at }: BusinessUser) =>
                at ? formatMomentLine(new Date(at), { locale: i18n.locale }) : t`Never`,
            },
            {
              id: 'credits',
              head: t`Credits this month`,
              width: '120px',
              end: true,
              cell: ({ credits_this_month: credits }: BusinessUser) =>
                credits > 0 ? formatNumber(credits, i18n.locale) : '–',
            },
          ]
        : []),
    ],
  }
}

/** Invited users are in a separate list. */
const statusOf = (status: BusinessUser['status']): Status =>
  status === 'active' || status === 'suspended' ? status : 'removed'
