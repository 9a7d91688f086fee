import { useLingui } from '@lingui/react/macro'
import { MenuIcon, SearchIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Avatar } from '../../ui/avatar.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { colourOf, useActingFor } from '../businesses/acting/index.ts'
import { NotificationBell } from '../notifications/index.ts'
import { openOverlay } from './shell-store.ts'
import { ThemeMenu } from './theme-menu.tsx'

type PageTopProps = {
  title: string
  /** Before the title: the icon of a business. */
  mark?: ReactNode
  /** Whether the title is a file name. */
  file?: boolean | undefined
  note?: ReactNode
  actions?: ReactNode
  /** The window's title, if the heading is not enough: a file name. */
  windowTitle?: string
}

/** The page header with the shell's buttons: the phone's menu, search, theme, and bell. */
export function PageTop({ title, mark, file, note, actions, windowTitle }: PageTopProps) {
  const { t } = useLingui()
  const member = useActingFor()
  return (
    <>
      <title>{`${windowTitle ?? title} – Filewright`}</title>
      <PageHeader
        title={title}
        file={file}
        note={note && <span className="max-sm:hidden">{note}</span>}
        actions={actions}
        start={
          <>
            <span className="-ms-2 flex items-center gap-1 md:hidden">
              <IconButton name={t`Menu`} icon={MenuIcon} size={36} onClick={() => openOverlay('menu')} />
              {/* The sidebar shows it otherwise; on phones it is in the menu. */}
              {member && (
                <span role="img" aria-label={t`Acting for ${member.business.name}`} className="flex">
                  <Avatar kind="business" name={member.business.name} colour={colourOf(member.business_id)} />
                </span>
              )}
            </span>
            {mark}
          </>
        }
        frame={
          <>
            <span className="md:hidden">
              <IconButton
                name={t`Search or jump to`}
                icon={SearchIcon}
                size={36}
                onClick={() => openOverlay('palette')}
              />
            </span>
            {/* It does not fit on phones, where the palette has it. */}
            <span className="max-sm:hidden">
              <ThemeMenu />
            </span>
            <NotificationBell />
          </>
        }
      />
    </>
  )
}
