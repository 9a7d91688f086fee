import { deferred, useDeferredDialog } from '../../../ui/deferred.tsx'
import { resultOwner, resultsOf } from './results.ts'
import { focusRow } from './row-element.ts'
import type { ConvertRow } from './rows.ts'

const DIALOG = deferred(async () => (await import('./preview-dialog.tsx')).PreviewDialog)

type ResultPreviewProps = {
  rows: ConvertRow[]
  /** The row of the shown result. */
  id: string | null
  onMove: (id: string | null) => void
}

/** The preview dialog. When closed, the row of the last shown result gets the focus. */
export function ResultPreview({ rows, id, onMove }: ResultPreviewProps) {
  const row = rows.find(({ file }) => file.id === id)
  const conversion = row?.state.kind === 'done' ? row.state.conversion : null
  const Dialog = useDeferredDialog(DIALOG, conversion !== null, () => onMove(null))
  if (!Dialog || !conversion || id === null) return null
  return (
    <Dialog
      conversions={resultsOf(rows)?.done ?? []}
      at={conversion.conversion_id}
      onMove={(conversionId) => onMove(resultOwner(rows, conversionId) ?? null)}
      onClose={() => {
        onMove(null)
        focusRow(id)
      }}
    />
  )
}

/** Loads its code on hover or focus, so that a click opens it without delay. */
export const preloadPreview = (): void => void DIALOG.preload()
