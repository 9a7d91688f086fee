import { useLingui } from '@lingui/react/macro'
import { EllipsisIcon } from 'lucide-react'
import { deferred } from '../../ui/deferred.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { LazyPopup, type Opened } from '../../ui/lazy-popup.tsx'
import type { MenuEntry } from '../../ui/menu.tsx'

type RowMenuProps = { name: string; entriesOf: () => MenuEntry[] }

const POPUP = deferred(async () => {
  const { MenuPopup } = await import('../../ui/menu-popup.tsx')
  return ({ entriesOf, ...opened }: Pick<RowMenuProps, 'entriesOf'> & Opened) => (
    <MenuPopup {...opened} entries={entriesOf()} />
  )
})

/** The menu of a row. Its entries are made when it opens: a list has a menu in every row and opens few. */
export function RowMenu({ name, entriesOf }: RowMenuProps) {
  const { t } = useLingui()
  return (
    <LazyPopup
      trigger={<IconButton name={t`More for ${name}`} icon={EllipsisIcon} />}
      popup={POPUP}
      given={{ entriesOf }}
      haspopup="menu"
    />
  )
}
