import { useMedia } from '../../lib/use-media.ts'

/** Whether the settings stand beside the list, as the second panel of other lists does. */
export const useHasSidePanel = (): boolean => useMedia('(min-width: 105rem)')
