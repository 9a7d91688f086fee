import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Command } from 'cmdk'
import { CheckIcon, PlusIcon, SearchIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { User } from '../../../api/account.ts'
import { type BusinessUser, useMemberships } from '../../../api/business-users.ts'
import { formatNumber } from '../../../lib/format-number.ts'
import { paths } from '../../../paths.ts'
import { useActing } from '../../../stores/acting.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Kbd } from '../../../ui/kbd.tsx'
import { ROLE_WORDS, standingOf } from '../labels/index.ts'
import { colourOf } from './business-colour.ts'
import { useSwitch } from './use-switch.ts'

type SwitcherListProps = { user: User; name: string; onDone: () => void }

/** The user's own account first, then the businesses, most recently used first. */
export default function SwitcherList({ user, name, onDone }: SwitcherListProps) {
  const { t, i18n } = useLingui()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const change = useSwitch()
  const { id: current, recent } = useActing()
  const { data } = useMemberships()
  const place = ({ business_id }: BusinessUser) =>
    recent.includes(business_id) ? recent.indexOf(business_id) : recent.length
  const members = (data ?? []).filter(({ status }) => status === 'active').sort((a, b) => place(a) - place(b))

  function choose(id: string | null) {
    onDone()
    // An object's page belongs to the previous account; its area exists in every account.
    const [area = ''] = pathname.split('/').filter(Boolean)
    const stays = area === 'businesses' || area === 'admin'
    change(id, () => void navigate(stays ? pathname : `/${area}`))
  }
  return (
    <Command label={t`Accounts`} loop className="w-64">
      <div className="flex items-center gap-2 border-b border-line px-3">
        <SearchIcon className="text-ink-soft" />
        <Command.Input
          // The list is loaded after its popup has set the focus.
          autoFocus
          placeholder={t`Switch account`}
          className="min-h-9 min-w-0 flex-1 bg-transparent outline-none touch:min-h-(--size-touch) touch:text-[1rem]"
        />
        <Kbd>Esc</Kbd>
      </div>
      <Command.List className="max-h-[min(24rem,50dvh)] overflow-y-auto py-1">
        <Command.Empty className="px-3 py-3 text-ink-soft">{t`No matches`}</Command.Empty>
        <Group heading={t`Personal`}>
          <Item
            value={`${name} ${user.username}`}
            avatar={<Avatar kind="person" name={name} src={user.avatar_url} />}
            name={name}
            note={t`Your own files and credits`}
            current={current === null}
            onSelect={() => choose(null)}
          />
        </Group>
        {members.length > 0 && (
          <Group heading={t`Businesses`}>
            {members.map(({ business_id, business, role }) => {
              const credits = business.credits_available
              const number = formatNumber(credits, i18n.locale)
              const standing = standingOf(business)
              return (
                <Item
                  key={business_id}
                  value={`${business.name} ${business_id}`}
                  avatar={<Avatar kind="business" name={business.name} colour={colourOf(business_id)} />}
                  name={business.name}
                  note={[
                    i18n._(ROLE_WORDS[role]),
                    standing.tone === 'bad' || standing.tone === 'warn'
                      ? i18n._(standing.word).toLocaleLowerCase(i18n.locale)
                      : t({
                          message: plural(credits, {
                            one: `${number} credit`,
                            other: `${number} credits`,
                          }),
                        }),
                  ].join(', ')}
                  current={current === business_id}
                  onSelect={() => choose(business_id)}
                />
              )
            })}
          </Group>
        )}
        <Group>
          <Item
            value={t`Create business`}
            avatar={<PlusIcon className="mx-1 text-ink-soft" />}
            name={t`Create business`}
            onSelect={() => {
              onDone()
              void navigate(paths.businesses({ new: '1' }))
            }}
          />
        </Group>
      </Command.List>
      <p className="border-t border-line px-3 py-2 text-small text-ink-soft">
        {t`Each tab has its own account.`}
      </p>
    </Command>
  )
}

function Group({ heading, children }: { heading?: string; children: ReactNode }) {
  return (
    <Command.Group
      heading={heading}
      className="not-first:border-t not-first:border-line py-1 **:[[cmdk-group-heading]]:px-3 **:[[cmdk-group-heading]]:py-1 **:[[cmdk-group-heading]]:text-small **:[[cmdk-group-heading]]:text-ink-soft"
    >
      {children}
    </Command.Group>
  )
}

type ItemProps = {
  value: string
  avatar: ReactNode
  name: string
  note?: string
  current?: boolean
  onSelect: () => void
}

function Item({ value, avatar, name, note, current = false, onSelect }: ItemProps) {
  return (
    <Command.Item
      value={value}
      onSelect={onSelect}
      aria-current={current || undefined}
      className="relative flex min-h-11 cursor-default items-center gap-2.5 px-3 py-1 before:absolute before:inset-y-0 before:start-0 before:w-(--spine) aria-current:bg-accent-tint aria-current:before:bg-accent aria-selected:not-aria-current:bg-hover"
    >
      {avatar}
      <span className="min-w-0 flex-1">
        <span translate={note ? 'no' : undefined} className="block truncate font-medium">
          {name}
        </span>
        {note && <span className="block truncate text-small text-ink-soft">{note}</span>}
      </span>
      {current && <CheckIcon className="size-4 flex-none text-accent" />}
    </Command.Item>
  )
}
