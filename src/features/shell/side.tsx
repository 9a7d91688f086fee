import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { SearchIcon } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { useSession } from '../../api/account.ts'
import { useOpenScanCount } from '../../api/scan.ts'
import { classNames } from '../../lib/class-names.ts'
import { modKey } from '../../lib/use-hotkeys.ts'
import { paths } from '../../paths.ts'
import { Kbd } from '../../ui/kbd.tsx'
import { Logo } from '../../ui/logo.tsx'
import { NavItem, NavSection, Sidebar, SidebarFoot } from '../../ui/sidebar.tsx'
import { Switcher, useInvitationCount } from '../businesses/acting/index.ts'
import { useRunningCount } from '../convert/queue/index.ts'
import { AccountRow } from './account-row.tsx'
import { isCurrent, useAreas } from './areas.ts'
import { CreditsRow } from './credits-row.tsx'
import { closeOverlay, openOverlay, useShell } from './shell-store.ts'

/**
 * The sidebar's contents, which collapse by container width, beside the page or in the phone's
 * sheet.
 */
export function Side({ sheet = false }: { sheet?: boolean }) {
  const { t, i18n } = useLingui()
  const { pathname } = useLocation()
  const { data: user } = useSession()
  const goWaits = useShell((state) => state.goWaits)
  const overlay = useShell((state) => state.overlay)
  const invitations = useInvitationCount()
  const running = useRunningCount()
  const areas = useAreas()
  const scans = useOpenScanCount(user != null && areas.some(({ id }) => id === 'scan'))
  const sections = [...new Map(areas.map(({ section }) => [section?.id, section])).values()]

  return (
    <Sidebar
      label={t`Main`}
      head={
        <>
          <div
            className={classNames(
              'mb-2 flex min-h-9 items-center gap-1 @max-[8rem]/side:flex-col @max-[8rem]/side:items-stretch',
              // Next to the button that closes the sheet.
              sheet && 'pe-9',
            )}
          >
            <Link
              to={user === null ? paths.convert() : paths.overview()}
              className="flex min-h-9 flex-none items-center overflow-hidden rounded-control ps-1 whitespace-nowrap"
              onClick={closeOverlay}
            >
              <Logo />
            </Link>
            {user && (
              <Switcher
                user={user}
                // In the sheet it is uncontrolled: the sheet is the current overlay, and stays.
                {...(!sheet && {
                  open: overlay === 'switcher',
                  onOpenChange: (open: boolean) => (open ? openOverlay('switcher') : closeOverlay()),
                })}
              />
            )}
          </div>
          <SearchButton />
        </>
      }
      foot={
        <>
          <SidebarFoot>
            <CreditsRow />
          </SidebarFoot>
          <SidebarFoot>
            <AccountRow />
          </SidebarFoot>
        </>
      }
    >
      {sections.map((section) => (
        <NavSection key={section?.id ?? ''} {...(section && { label: i18n._(section) })}>
          {areas
            .filter((area) => area.section?.id === section?.id)
            .map((area) => (
              <NavItem
                key={area.id}
                render={<Link to={area.path} onClick={closeOverlay} />}
                icon={area.icon}
                label={i18n._(area.label)}
                current={isCurrent(area, pathname)}
                {...(goWaits && { letter: area.letter })}
                {...(area.id === 'businesses' &&
                  invitations > 0 && {
                    count: t({
                      message: plural(invitations, { one: '# invitation', other: '# invitations' }),
                    }),
                    asks: 'you' as const,
                  })}
                {...(area.id === 'scan' &&
                  scans > 0 && { count: t({ message: plural(scans, { one: '# open', other: '# open' }) }) })}
                {...(area.id === 'convert' &&
                  running > 0 && {
                    count: t({ message: plural(running, { one: '# running', other: '# running' }) }),
                  })}
              />
            ))}
        </NavSection>
      ))}
    </Sidebar>
  )
}

/** A button that looks like a field: typing happens in the palette. */
function SearchButton() {
  const { t } = useLingui()
  return (
    <button
      type="button"
      onClick={() => openOverlay('palette')}
      title={t`Search or jump to`}
      className="flex min-h-(--size-control) w-full items-center gap-2 rounded-control border border-control bg-raised px-2 text-ink-soft hover:bg-hover"
    >
      <SearchIcon />
      <span className="min-w-0 flex-1 truncate text-start @max-[8rem]/side:sr-only">{t`Search`}</span>
      <span className="@max-[8rem]/side:hidden">
        <Kbd>{modKey()} K</Kbd>
      </span>
    </button>
  )
}
