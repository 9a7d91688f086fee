import { Dialog as Base } from '@base-ui/react/dialog'
import { useLingui } from '@lingui/react/macro'
import { Command } from 'cmdk'
import { type LucideIcon, SearchIcon } from 'lucide-react'
import { useRef, useState } from 'react'
import { classNames } from '../lib/class-names.ts'
import { Kbd } from './kbd.tsx'

export type PaletteItem = {
  id: string
  label: string
  icon: LucideIcon
  /** Also searched. */
  words?: readonly string[]
  /** Found by the server's search. */
  found?: boolean
  /** Next to the name: a file's formats and its date. */
  note?: string
  hotkey?: string
  /** The action of Enter, shown at the selected item: "Open", "Run". */
  act?: string
  onSelect: () => void
}

export type PaletteGroup = { name: string; items: readonly PaletteItem[] }

type PaletteProps = {
  /** In display order; items that do not match are already removed. */
  groups: readonly PaletteGroup[]
  query: string
  onQueryChange: (query: string) => void
}

const MOVES: ReadonlySet<string> = new Set(['ArrowDown', 'ArrowUp', 'Home', 'End'])

/** The list of the command palette. The first item is selected until the user moves. */
export function Palette({ groups, query, onQueryChange }: PaletteProps) {
  const { t } = useLingui()
  const [moved, setMoved] = useState<string | null>(null)
  const moving = useRef(false)
  const ids = groups.flatMap(({ items }) => items.map(({ id }) => id))
  const chosen = moved !== null && ids.includes(moved) ? moved : (ids[0] ?? '')
  const move = () => {
    moving.current = true
  }
  return (
    <Command
      label={t`Search or jump to`}
      shouldFilter={false}
      loop
      value={chosen}
      onValueChange={(value) => {
        // New results change the selection too; only moves by the user count.
        if (moving.current) setMoved(value)
        moving.current = false
      }}
      onKeyDownCapture={({ key }) => MOVES.has(key) && move()}
      onPointerMoveCapture={move}
    >
      <div className="flex items-center gap-2.5 border-b border-line px-3">
        <SearchIcon className="text-ink-soft" />
        <Command.Input
          value={query}
          onValueChange={(next) => {
            setMoved(null)
            onQueryChange(next)
          }}
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
            {items.map((item) => (
              <PaletteRow key={item.id} item={item} />
            ))}
          </Command.Group>
        ))}
      </Command.List>
    </Command>
  )
}

function PaletteRow({ item: { id, label, icon: Icon, note, hotkey, act, onSelect } }: { item: PaletteItem }) {
  return (
    <Command.Item
      value={id}
      onSelect={onSelect}
      className={classNames(
        'group relative flex min-h-9 cursor-default items-center gap-2.5 px-3 touch:min-h-(--size-touch)',
        'aria-selected:bg-accent-tint aria-selected:before:absolute aria-selected:before:inset-y-0 aria-selected:before:start-0 aria-selected:before:w-(--spine) aria-selected:before:bg-accent',
      )}
    >
      <Icon className="flex-none text-ink-soft" />
      <span className="min-w-0 flex-1 truncate" title={label}>
        {label}
      </span>
      {note && <span className="flex-none text-small text-ink-soft max-sm:hidden">{note}</span>}
      {hotkey && (
        <span className={classNames('flex-none', act && 'group-aria-selected:hidden')}>
          <Kbd>{hotkey}</Kbd>
        </span>
      )}
      {act && (
        <span className="hidden flex-none items-center gap-1.5 text-small text-accent group-aria-selected:flex">
          {act} <Kbd>↵</Kbd>
        </span>
      )}
    </Command.Item>
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
