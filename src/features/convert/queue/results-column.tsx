import { useMemo } from 'react'
import type { Catalog } from '../../../api/convert.ts'
import { deferred, useDeferred } from '../../../ui/deferred.tsx'
import { drawnThumbnail } from '../conversion/index.ts'
import { resultOwner, resultsOf } from './results.ts'
import { ResultsPanel } from './results-panel.tsx'
import type { ConvertRow } from './rows.ts'
import { RunPanel } from './run-panel.tsx'

const GLANCE = deferred(async () => (await import('./results-preview-card.tsx')).ResultsPreviewCard)

type ResultsColumnProps = {
  rows: ConvertRow[]
  catalog: Catalog
  /** The row that has, or had, the focus. */
  at: ConvertRow | undefined
  /** Whether its preview is shown in a separate panel. */
  beside: boolean
  onPreview: (id: string) => void
}

/**
 * The next run with its price; once there are results, these, with the next run above while files
 * wait.
 */
export function ResultsColumn({ rows, catalog, at, beside, onPreview }: ResultsColumnProps) {
  const results = useMemo(() => resultsOf(rows), [rows])
  const ready = rows.some(({ state }) => state.kind === 'ready' || state.kind === 'reading')
  const [first] = results?.done ?? []
  const seen = at?.state.kind === 'done' && at.state.conversion.download_url ? at.state.conversion : first
  const glances = !beside && seen !== undefined
  const Glance = useDeferred(GLANCE, glances)
  return (
    <>
      {(ready || !results) && (
        <div className="max-sm:hidden">
          <RunPanel rows={rows} />
        </div>
      )}
      {results && <ResultsPanel results={results} />}
      {results && glances && Glance && (
        <div className="max-xl:hidden">
          <Glance
            conversions={results.done}
            conversion={seen}
            thumbnail={drawnThumbnail(catalog, seen)}
            onOpen={() => onPreview(resultOwner(rows, seen.conversion_id) ?? '')}
          />
        </div>
      )}
    </>
  )
}
