import { deferred, useDeferredDialog } from '../../../ui/deferred.tsx'
import { resultOwner, resultsOf } from './results.ts'
import { focusRow } from './row-element.ts'
import type { ConvertRow } from './rows.ts'

const DIALOG = deferred(async () => (await import('./preview-dialog.tsx')).PreviewDialog)

type ResultPreviewProps = {
  rows: ConvertRow[]
  /** The row whose result is looked at. */
  id: string | null
  onMove: (id: string | null) => void
}

/** The preview over the list. Closed, it gives the focus to the row whose result was seen last. */
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

/** Its code comes with the pointer or the focus, so that a press opens it at once. */
export const preloadPreview = (): void => void DIALOG.preload()
