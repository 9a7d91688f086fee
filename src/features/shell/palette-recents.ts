import { create } from 'zustand'
import { onSignOut } from '../../stores/sign-out.ts'
import type { PaletteItem } from '../../ui/command-palette.tsx'

const KEPT = 5

/**
 * Recently selected palette items, newest first. In memory only, so that file names are not stored.
 */
export const useRecents = create<{ items: readonly PaletteItem[] }>(() => ({ items: [] }))

export function addRecent(item: PaletteItem): void {
  const others = useRecents.getState().items.filter(({ id }) => id !== item.id)
  useRecents.setState({ items: [item, ...others].slice(0, KEPT) })
}

export const forgetRecents = (): void => useRecents.setState({ items: [] })
onSignOut(forgetRecents)
