import { useState } from 'react'
import { useMedia } from '../../../lib/use-media.ts'
import type { SidePanel } from './side-panel-sheet.tsx'

export interface Panes {
  /** Whether there is space beside the pages; if not, the panel opens as a sheet. */
  inPlace: Readonly<Record<SidePanel, boolean>>
  shown: (what: SidePanel) => boolean
  toggle: (what: SidePanel) => void
  sheet: SidePanel | null
  sheetOpen: boolean
  closeSheet: () => void
}

/** Whether the thumbnails and the details are shown beside the pages. */
export function usePanes(): Panes {
  const wide = useMedia('(min-width: 48rem)')
  const roomy = useMedia('(min-width: 80rem)')
  const [hidden, setHidden] = useState<ReadonlySet<SidePanel>>(new Set())
  const [sheet, setSheet] = useState<SidePanel | null>(null)
  const [sheetOpen, setSheetOpen] = useState(false)
  const inPlace = { pages: wide, outline: roomy }
  return {
    inPlace,
    shown: (what) => inPlace[what] && !hidden.has(what),
    toggle(what) {
      if (!inPlace[what]) {
        setSheet(what)
        return setSheetOpen(true)
      }
      const next = new Set(hidden)
      if (!next.delete(what)) next.add(what)
      setHidden(next)
    },
    sheet,
    sheetOpen,
    closeSheet: () => setSheetOpen(false),
  }
}
