import { useLingui } from '@lingui/react/macro'
import { BellIcon, KeyRoundIcon, ScrollTextIcon, UserIcon } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { useNavigate } from 'react-router'
import { useSession } from '../../api/account.ts'
import { rankGroups } from '../../lib/rank-matches.ts'
import { paths } from '../../paths.ts'
import { CommandPalette, type PaletteGroup, type PaletteItem } from '../../ui/command-palette.tsx'
import { useAreas } from './areas.ts'
import { addRecent, useRecents } from './palette-recents.ts'
import { closeOverlay } from './shell-store.ts'
import { usePaletteActions } from './use-palette-actions.ts'
import { usePaletteFiles } from './use-palette-files.ts'

const run = (act: () => void) => () => {
  closeOverlay()
  act()
}

/** All pages, actions and files, with search; recent items come first while the search is empty. */
export default function ShellPalette() {
  const { t } = useLingui()
  const [query, setQuery] = useState('')
  const search = useDeferredValue(query.trim())
  const recents = useRecents((state) => state.items)
  const pages = usePages()
  const actions = usePaletteActions(run)
  const files = usePaletteFiles(search, run)
  const all = [pages, ...actions, ...files].map((group) => ({ ...group, items: group.items.map(remembered) }))
  const items = new Map(all.flatMap((group) => group.items.map((item) => [item.id, item] as const)))
  const recent = recents.map((item) => items.get(item.id) ?? remembered(item))
  const groups = query.trim()
    ? rankGroups<PaletteItem, PaletteGroup>(all, query)
    : [{ name: t`Recent`, items: recent }, ...without(all, recent)]
  return (
    <CommandPalette
      open
      onOpenChange={(open) => !open && closeOverlay()}
      groups={groups.filter((group) => group.items.length > 0)}
      query={query}
      onQueryChange={setQuery}
    />
  )
}

const remembered = (item: PaletteItem): PaletteItem => ({
  ...item,
  onSelect: () => {
    addRecent(item)
    item.onSelect()
  },
})

/** The groups without items that an earlier group has. */
const without = (groups: readonly PaletteGroup[], items: readonly PaletteItem[]): PaletteGroup[] =>
  groups.map((group) => ({ ...group, items: group.items.filter((item) => !items.includes(item)) }))

function usePages(): PaletteGroup {
  const { t, i18n } = useLingui()
  const navigate = useNavigate()
  const { data: user } = useSession()
  const areas = useAreas()
  const page = (path: string) => ({ act: t`Open page`, onSelect: run(() => void navigate(path)) })
  return {
    name: t`Pages`,
    items: [
      ...areas.map(({ id, label, icon, path, letter }) => ({
        ...{ id, icon, hotkey: `G ${letter}` },
        label: i18n._(label),
        ...page(path),
      })),
      ...(user
        ? [
            {
              id: 'account',
              label: t`Account`,
              icon: UserIcon,
              words: ['profile', 'password', 'e-mail', 'picture', 'time zone', 'delete'],
              ...page(paths.account()),
            },
            {
              id: 'api-keys',
              label: t`API keys`,
              icon: KeyRoundIcon,
              words: ['token', 'scopes', 'curl'],
              ...page(paths.apiKeys()),
            },
            { id: 'notifications', label: t`Notifications`, icon: BellIcon, ...page(paths.notifications()) },
            {
              id: 'security-log',
              label: t`Security log`,
              icon: ScrollTextIcon,
              words: ['events', 'sign-ins'],
              ...page(paths.securityLog()),
            },
          ]
        : []),
    ],
  }
}
