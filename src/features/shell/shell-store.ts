import { create } from 'zustand'

/** The overlay over the page. Only one at a time, without a URL. */
export type Overlay = 'palette' | 'keys' | 'menu' | 'switcher'

export const useShell = create<{ overlay: Overlay | null; goWaits: boolean }>(() => ({
  overlay: null,
  goWaits: false,
}))

export const openOverlay = (overlay: Overlay): void => useShell.setState({ overlay })
export const closeOverlay = (): void => useShell.setState({ overlay: null })
export const openPalette = (): void => openOverlay('palette')
