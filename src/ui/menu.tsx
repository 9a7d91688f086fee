import type { LucideIcon } from 'lucide-react'
import type { HTMLAttributes, ReactElement } from 'react'
import { deferred } from './deferred.tsx'
import { LazyPopup } from './lazy-popup.tsx'

type Shown = {
  label: string
  icon?: LucideIcon
  hotkey?: string
  danger?: boolean
  disabled?: boolean
  /** Why it is disabled, in a word or two. */
  reason?: string | undefined
}

/** An action, a link (a router link through `render`), a toggle, or a separator. */
export type MenuEntry =
  | (Shown & { onSelect: () => void })
  | (Shown & { render: ReactElement })
  | (Shown & { checked: boolean; onChange: (checked: boolean) => void })
  | 'line'

export type MenuList = {
  entries: readonly MenuEntry[]
  align?: 'start' | 'center' | 'end'
  side?: 'bottom' | 'top'
}

type MenuProps = MenuList & { trigger: ReactElement<HTMLAttributes<HTMLElement>> }

const popup = deferred(async () => (await import('./menu-popup.tsx')).MenuPopup)

export function Menu({ trigger, ...list }: MenuProps) {
  return <LazyPopup trigger={trigger} popup={popup} given={list} haspopup="menu" />
}
