import { useMedia } from '../../../lib/use-media.ts'
import type { ToolbarLayout } from './tools.ts'

/** The toolbar's layout for the width of the window, including the sidebar. */
export function useToolbarLayout(): ToolbarLayout {
  const sm = useMedia('(min-width: 40rem)')
  const lg = useMedia('(min-width: 64rem)')
  const words = useMedia('(min-width: 1180px)')
  const full = useMedia('(min-width: 96rem)')
  if (full) return 'full'
  if (words) return 'words'
  if (lg) return 'folded'
  return sm ? 'icons' : 'foot'
}
