import { useMedia } from '../../lib/use-media.ts'

/** Whether the settings are shown next to the list, like the second panel of other lists. */
export const useHasSidePanel = (): boolean => useMedia('(min-width: 105rem)')
