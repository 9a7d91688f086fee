import { Trans, useLingui } from '@lingui/react/macro'
import { ActivityIcon, EllipsisIcon, KeyboardIcon, LogInIcon, LogOutIcon, UserIcon } from 'lucide-react'
import { Link, useLocation, useNavigate } from 'react-router'
import { type User, useSession } from '../../api/account.ts'
import { paths } from '../../paths.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { SidebarAccount } from '../../ui/sidebar.tsx'
import { closeOverlay, openOverlay } from './shell-store.ts'
import { useSignOut } from './use-sign-out.ts'

/** The signed-in user, or links to sign in. */
export function AccountRow() {
  const { data: user } = useSession()
  if (user === undefined) return <div className="h-8" />
  return user === null ? <Visitor /> : <Account user={user} />
}

function Visitor() {
  const { t } = useLingui()
  const { pathname, search } = useLocation()
  const back = { return: pathname + search }
  return (
    <div className="grid gap-2">
      <Button
        variant="primary"
        wide
        className="@max-[8rem]/side:hidden"
        render={<Link to={paths.signUp(back)} onClick={closeOverlay} />}
      >
        <Trans>Create account</Trans>
      </Button>
      <Button
        wide
        className="@max-[8rem]/side:hidden"
        render={<Link to={paths.signIn(back)} onClick={closeOverlay} />}
      >
        <Trans>Sign in</Trans>
      </Button>
      <span className="hidden justify-center @max-[8rem]/side:flex">
        <IconButton name={t`Sign in`} icon={LogInIcon} size={32} render={<Link to={paths.signIn(back)} />} />
      </span>
    </div>
  )
}

function Account({ user }: { user: User }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const leave = useSignOut()
  const name = `${user.first_name} ${user.last_name}`.trim() || user.username

  return (
    <SidebarAccount
      avatar={<Avatar kind="person" name={name} src={user.avatar_url} />}
      name={name}
      menu={
        <Menu
          side="top"
          trigger={<IconButton name={t`Account`} icon={EllipsisIcon} />}
          entries={[
            {
              label: t`Account`,
              icon: UserIcon,
              onSelect: () => {
                closeOverlay()
                void navigate(paths.account())
              },
            },
            {
              label: t`Keyboard shortcuts`,
              icon: KeyboardIcon,
              hotkey: '?',
              onSelect: () => openOverlay('keys'),
            },
            {
              label: t`Status`,
              icon: ActivityIcon,
              onSelect: () => {
                closeOverlay()
                void navigate(paths.status())
              },
            },
            'line',
            { label: t`Sign out`, icon: LogOutIcon, onSelect: leave },
          ]}
        />
      }
    />
  )
}
