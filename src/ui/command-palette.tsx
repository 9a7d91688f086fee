import { Dialog as Base } from '@base-ui/react/dialog'
import { useLingui } from '@lingui/react/macro'
import { Command } from 'cmdk'
import { type LucideIcon, SearchIcon } from 'lucide-react'
import { classNames } from '../lib/class-names.ts'
import { Kbd } from './kbd.tsx'

export type PaletteItem = {
  id: string
  label: string
  icon: LucideIcon
  /** Found by these words as well. */
  words?: readonly string[]
  hotkey?: string
  onSelect: () => void
}

export type PaletteGroup = { name: string; items: readonly PaletteItem[] }

type PaletteProps = {
  groups: readonly PaletteGroup[]
  query: string
  onQueryChange: (query: string) => void
  /** The groups are answers to the query already (a server's search), so nothing is left out here. */
  answered?: boolean
}

/** The palette's list, wherever it stands. */
export function Palette({ groups, query, onQueryChange, answered }: PaletteProps) {
  const { t } = useLingui()
  return (
    <Command label={t`Search or jump to`} shouldFilter={!answered} loop>
      <div className="flex items-center gap-2.5 border-b border-line px-3">
        <SearchIcon className="text-ink-soft" />
        <Command.Input
          value={query}
          onValueChange={onQueryChange}
          placeholder={t`Search or jump to`}
          className="min-h-10 min-w-0 flex-1 bg-transparent outline-none touch:min-h-(--size-touch) touch:text-[1rem]"
        />
        <Kbd>Esc</Kbd>
      </div>
      <Command.List className="max-h-[min(26rem,60dvh)] overflow-y-auto py-1.5">
        <Command.Empty className="px-3 py-4 text-ink-soft">{t`No matches`}</Command.Empty>
        {groups.map(({ name, items }) => (
          <Command.Group
            key={name}
            heading={name}
            className="**:[[cmdk-group-heading]]:px-3 **:[[cmdk-group-heading]]:py-1.5 **:[[cmdk-group-heading]]:text-small **:[[cmdk-group-heading]]:text-ink-soft"
          >
            {items.map(({ id, label, icon: Icon, words, hotkey, onSelect }) => (
              <Command.Item
                key={id}
                value={`${label} ${id}`}
                keywords={words ? [...words] : undefined}
                onSelect={onSelect}
                className={classNames(
                  'relative flex min-h-9 cursor-default items-center gap-2.5 px-3 touch:min-h-(--size-touch)',
                  'aria-selected:bg-accent-tint aria-selected:before:absolute aria-selected:before:inset-y-0 aria-selected:before:start-0 aria-selected:before:w-(--spine) aria-selected:before:bg-accent',
                )}
              >
                <Icon className="text-ink-soft" />
                <span className="min-w-0 flex-1 truncate">{label}</span>
                {hotkey && <Kbd>{hotkey}</Kbd>}
              </Command.Item>
            ))}
          </Command.Group>
        ))}
      </Command.List>
    </Command>
  )
}

type CommandPaletteProps = PaletteProps & { open: boolean; onOpenChange: (open: boolean) => void }

/** `Ctrl/⌘ K`: files, actions and pages in one list. */
export function CommandPalette({ open, onOpenChange, ...palette }: CommandPaletteProps) {
  const { t } = useLingui()
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-(--z-dialog) bg-(--scrim)" />
        <Base.Popup
          aria-label={t`Search or jump to`}
          className="floats fixed inset-x-0 top-[12dvh] z-(--z-dialog) mx-auto w-[calc(100%-2rem)] max-w-[560px] overflow-hidden rounded-sheet border border-line-strong bg-raised shadow-dialog outline-none"
        >
          <Palette {...palette} />
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
