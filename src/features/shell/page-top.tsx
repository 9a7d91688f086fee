import { useLingui } from '@lingui/react/macro'
import { MenuIcon, SearchIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../../ui/icon-button.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { openOverlay } from './shell-store.ts'
import { ThemeMenu } from './theme-menu.tsx'

type PageTopProps = {
  title: string
  /** The title is a file's name. */
  file?: boolean | undefined
  note?: ReactNode
  actions?: ReactNode
  /** For the window's title where the heading is not enough: a file's name. */
  windowTitle?: string
}

/** A page's head with what the shell adds to it: the menu button on a phone, search, the theme. */
export function PageTop({ title, file, note, actions, windowTitle }: PageTopProps) {
  const { t } = useLingui()
  return (
    <>
      <title>{`${windowTitle ?? title} – Filewright`}</title>
      <PageHeader
        title={title}
        file={file}
        note={note && <span className="max-sm:hidden">{note}</span>}
        actions={actions}
        start={
          <span className="-ms-2 md:hidden">
            <IconButton name={t`Menu`} icon={MenuIcon} size={36} onClick={() => openOverlay('menu')} />
          </span>
        }
        frame={
          <>
            <span className="md:hidden">
              <IconButton
                name={t`Search or run`}
                icon={SearchIcon}
                size={36}
                onClick={() => openOverlay('palette')}
              />
            </span>
            {/* On a phone there is no room for it; the palette has it there. */}
            <span className="max-sm:hidden">
              <ThemeMenu />
            </span>
          </>
        }
      />
    </>
  )
}
